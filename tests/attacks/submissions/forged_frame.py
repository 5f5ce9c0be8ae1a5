# ends: violation crashed import-failed timed-out
import jax
import numpy as np
from jax.experimental import io_callback

import os
os.write(4, b"\x00\x00\x00\x04junk")


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
