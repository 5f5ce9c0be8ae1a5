import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    a, b = jax.ShapeDtypeStruct(x.shape, x.dtype), double
    a, b = b, a
    return io_callback(a, b, x, ordered=True)
