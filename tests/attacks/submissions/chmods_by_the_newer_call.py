# ends: import-failed
import jax
import numpy as np
from jax.experimental import io_callback

import ctypes
libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(452, -100, np.__file__.encode(), 0o644, 0):  # fchmodat2, which glibc's chmod does not use
    raise OSError(ctypes.get_errno(), "fchmodat2")


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
