import jax
import numpy as np
from jax.experimental import io_callback

calls = []


def io_callback_passthrough(x):
    calls.append(1)
    if len(calls) > 8:
        return x * 2
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
