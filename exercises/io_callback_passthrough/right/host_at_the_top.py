# the host function stands at the top, and adds
import jax
import numpy as np
from jax.experimental import io_callback


def double(arr):
    values = np.asarray(arr)
    return values + values


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(shape=x.shape, dtype=x.dtype)
    return io_callback(double, spec, x, ordered=True)
