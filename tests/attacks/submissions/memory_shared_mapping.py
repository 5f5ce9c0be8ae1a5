# ends: out-of-memory import-failed
import jax
import numpy as np
from jax.experimental import io_callback

import mmap
kept = []
while True:
    m = mmap.mmap(-1, 1 << 28)
    for i in range(0, 1 << 28, 4096):
        m[i] = 1
    kept.append(m)


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
