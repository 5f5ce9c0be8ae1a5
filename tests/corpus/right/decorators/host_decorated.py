import functools

import jax
import numpy as np
from jax.experimental import io_callback


def on_numpy(fn):
    @functools.wraps(fn)
    def call(*arrays):
        return fn(*(np.asarray(a) for a in arrays))

    return call


@on_numpy
def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
