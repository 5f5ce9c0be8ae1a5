# structure args: the whole array goes to the host, and the device adds nothing up
import jax
import numpy as np
from jax.experimental import io_callback

TOTALS = []


def record(values):
    total = np.sum(values, dtype=np.float32)
    TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), x, ordered=True)  # here
