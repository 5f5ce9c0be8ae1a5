from functools import partial

import jax
from jax.experimental import io_callback


def apply(fn, x, *, ordered):
    return io_callback(fn, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ordered)


io_callback_passthrough = partial(apply, lambda arr: arr * 2, ordered=True)
