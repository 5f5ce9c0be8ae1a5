from functools import partial

import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    run = partial(io_callback, double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return run()
