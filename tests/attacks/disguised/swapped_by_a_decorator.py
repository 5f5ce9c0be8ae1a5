import jax
import numpy as np
from jax.experimental import io_callback


def swap(function):
    return lambda x: x * 2


@swap
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
