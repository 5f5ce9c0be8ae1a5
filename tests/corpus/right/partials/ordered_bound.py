import functools

import jax
from jax.experimental import io_callback

ordered_callback = functools.partial(io_callback, ordered=True)


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return ordered_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
