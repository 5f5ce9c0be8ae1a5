from functools import partial

import jax
from jax.experimental import io_callback


@partial(jax.jit, static_argnames=("ordered",))
def io_callback_passthrough(x, ordered=True):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ordered)
