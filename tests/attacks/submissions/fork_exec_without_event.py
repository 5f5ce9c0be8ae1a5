# ends: import-failed completed
import jax
import numpy as np
from jax.experimental import io_callback

import _posixsubprocess, os
r, w = os.pipe()
try:
    _posixsubprocess.fork_exec([b"/bin/sleep"], [b"/bin/sleep"], True, (w,), None, None, -1, -1, -1, -1, -1, -1, r, w, True, False, -1, None, None, None, -1, None, False)
except TypeError:
    os.fork()


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
