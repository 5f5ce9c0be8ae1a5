# the host function gives back the float it keeps; JAX makes it a float32
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    number = float(total)
    TOTALS.append(number)
    return number


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), x.sum(), ordered=True)
