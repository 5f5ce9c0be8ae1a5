# trace: another shape of the whole array, and the host adds it up
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

TOTALS = []


def record(row):
    total = np.float32(np.sum(row))
    TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.reshape(x, (1, -1)), ordered=True)  # here
