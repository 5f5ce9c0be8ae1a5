# structure callback: a host function of NumPy
import jax
import numpy as np
from jax.experimental import io_callback

ROWS = []


def one(row):
    return io_callback(np.copy, jax.ShapeDtypeStruct(row.shape, row.dtype), row)  # here


def batched_callback(xs):
    return jax.vmap(one)(xs) * 2
