# ends: timed-out
import jax
import numpy as np
from jax.experimental import io_callback
import os

while True:
    os.write(5, b"File " + b"x" * 4091)


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
