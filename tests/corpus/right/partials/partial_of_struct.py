from functools import partial

import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    of = partial(jax.ShapeDtypeStruct, dtype=x.dtype)
    return io_callback(lambda a: a * 2, of(x.shape), x, ordered=True)
