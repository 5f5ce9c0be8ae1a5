# ends: crashed
import jax
import numpy as np
from jax.experimental import io_callback


def host(arr):
    import os
    os._exit(0)
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
