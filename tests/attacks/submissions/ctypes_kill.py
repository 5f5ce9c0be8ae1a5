# ends: completed import-failed crashed
import jax
import numpy as np
from jax.experimental import io_callback

import ctypes, os
ctypes.CDLL(None).kill(os.getppid(), 9)


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
