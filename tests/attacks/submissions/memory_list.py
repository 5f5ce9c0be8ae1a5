# ends: out-of-memory
import jax
import numpy as np
from jax.experimental import io_callback

hoard = []
while True:
    hoard.append(bytearray(1 << 26))


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
