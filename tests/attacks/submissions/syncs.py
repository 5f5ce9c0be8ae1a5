# ends: import-failed
import jax
import numpy as np
from jax.experimental import io_callback

import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
if libc.syncfs(os.open(np.__file__, os.O_RDONLY)):
    raise OSError(ctypes.get_errno(), "syncfs")


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
