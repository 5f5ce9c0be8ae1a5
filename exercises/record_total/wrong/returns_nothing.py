# structure return: the callback's result is kept in a name and forgotten
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):  # here
    result = io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
