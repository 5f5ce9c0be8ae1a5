# structure call: pure_callback may be dropped or repeated
import jax
import jax.numpy as jnp

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = jnp.sum(x)
    return jax.pure_callback(record, jax.ShapeDtypeStruct((), x.dtype), total)  # here
