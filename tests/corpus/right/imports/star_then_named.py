from jax.numpy import *
import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(shape(x), x.dtype), x, ordered=True)
