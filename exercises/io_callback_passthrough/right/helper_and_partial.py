# a general helper, and a partial of the host function
from functools import partial

import jax
from jax.experimental import io_callback


def scale(factor, arr):
    return arr * factor


def on_host(function, value):
    return io_callback(function, jax.ShapeDtypeStruct(value.shape, value.dtype), value, ordered=True)


def io_callback_passthrough(x):
    return on_host(partial(scale, 2), x)
