# trace: the product with one keeps the whole array, and the host adds it up
import jax
import numpy as np
from jax.experimental import io_callback

TOTALS = []


def record(values):
    total = np.float32(np.sum(values))
    TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), x * 1, ordered=True)  # here
