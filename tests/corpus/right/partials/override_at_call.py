from functools import partial

import jax
from jax.experimental import io_callback

loose = partial(io_callback, ordered=False)


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return loose(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
