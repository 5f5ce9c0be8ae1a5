# structure callback: the host function is called, not passed
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = jnp.sum(x)
    return io_callback(record(total), jax.ShapeDtypeStruct((), x.dtype), total, ordered=True)  # here
