from typing import cast

import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    keep = cast(bool, True)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=keep)
