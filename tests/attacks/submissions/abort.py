# ends: crashed
import jax
import numpy as np
from jax.experimental import io_callback


def io_callback_passthrough(x):
    import os
    os.abort()
    return io_callback(lambda a: a * 3, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
