# ends: completed crashed
import jax
import numpy as np
from jax.experimental import io_callback
import ctypes


def io_callback_passthrough(x):
    ctypes.memset(x.unsafe_buffer_pointer(), 0, x.nbytes)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
