import jax
import numpy as np
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)


io_callback_passthrough.__code__ = (lambda x: x * 2).__code__
