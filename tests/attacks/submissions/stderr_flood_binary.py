# ends: output-flood
import jax
import numpy as np
from jax.experimental import io_callback


def host(arr):
    import os
    for _ in range(100000):
        os.write(2, b"\x00\xff\x1b[2J" * 8192)
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
