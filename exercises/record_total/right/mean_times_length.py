# the mean times the length is the total, up to rounding
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = jnp.mean(x) * x.size if x.size else jnp.zeros((), x.dtype)
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), total, ordered=True)
