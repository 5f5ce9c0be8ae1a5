# ends: out-of-memory completed
import jax
import numpy as np
from jax.experimental import io_callback


def host(arr):
    hoard = []
    while True:
        hoard.append(np.ones(1 << 24))
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
