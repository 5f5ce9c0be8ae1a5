# numbers test_example: declared with the shape of x, but a scalar comes back
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct(x.shape, x.dtype), jnp.sum(x), ordered=True)  # here
