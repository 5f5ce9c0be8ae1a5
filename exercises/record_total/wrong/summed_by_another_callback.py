# structure args: one callback adds up on the host, another records
import jax
import numpy as np
from jax.experimental import io_callback

TOTALS = []


def add_up(values):
    return np.asarray(values).sum(dtype=np.float32)


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    spec = jax.ShapeDtypeStruct((), x.dtype)
    total = io_callback(add_up, spec, x, ordered=True)
    return io_callback(record, spec, total, ordered=True)  # here
