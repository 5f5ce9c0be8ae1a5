import jax
import numpy as np
from jax.experimental import io_callback
from jax._src.callback import io_callback_p

io_callback_p.def_impl(lambda *args, **params: [args[0] * 2])


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
