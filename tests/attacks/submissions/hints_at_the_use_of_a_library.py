# ends: import-failed
import jax
import numpy as np
from jax.experimental import io_callback

import fcntl, struct
with open(np.__file__) as file:
    fcntl.fcntl(file, 1036, struct.pack("Q", 2))  # F_SET_RW_HINT: its data is short-lived


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
