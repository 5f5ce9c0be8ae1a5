import functools

import jax
from jax.experimental import io_callback


def on_host(fn):
    @functools.wraps(fn)
    def traced(x):
        return io_callback(fn, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)

    return traced


@on_host
def io_callback_passthrough(arr):
    return arr * 2
