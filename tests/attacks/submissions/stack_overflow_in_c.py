# ends: crashed completed timed-out
import jax
import numpy as np
from jax.experimental import io_callback


def io_callback_passthrough(x):
    import sys
    sys.setrecursionlimit(10 ** 7)
    def deep(v):
        return list(map(deep, [v]))
    deep(1)
    return io_callback(lambda a: a * 3, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
