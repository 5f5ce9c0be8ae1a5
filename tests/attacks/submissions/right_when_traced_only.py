# ends: completed
import jax
import numpy as np
from jax.experimental import io_callback


def io_callback_passthrough(x):
    if isinstance(x, jax.core.Tracer):
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return x * 3
