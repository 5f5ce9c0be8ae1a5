# ends: import-failed
import jax
import numpy as np
from jax.experimental import io_callback

class Boom(BaseException):
    def __str__(self):
        raise RuntimeError
    __repr__ = __str__
raise Boom


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
