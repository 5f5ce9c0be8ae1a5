import jax
from jax.experimental import io_callback


def require_vector(array):
    if array.ndim != 1:
        raise ValueError(f"expected one dimension, got {array.ndim}")
    return array


def io_callback_passthrough(x):
    x = require_vector(x)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
