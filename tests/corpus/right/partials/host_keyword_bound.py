from functools import partial

import jax
from jax.experimental import io_callback


def scale(arr, factor=1):
    return arr * factor


def io_callback_passthrough(x):
    double = partial(scale, factor=2)
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
