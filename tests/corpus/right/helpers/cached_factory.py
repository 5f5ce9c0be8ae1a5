import functools

import jax
from jax.experimental import io_callback


@functools.cache
def doubler():
    return lambda arr: arr * 2


def io_callback_passthrough(x):
    return io_callback(doubler(), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
