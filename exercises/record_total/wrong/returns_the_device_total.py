# structure return: recorded, but what the host gives back is thrown away
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = jnp.sum(x)
    io_callback(record, jax.ShapeDtypeStruct(total.shape, total.dtype), total, ordered=True)
    return total  # here
