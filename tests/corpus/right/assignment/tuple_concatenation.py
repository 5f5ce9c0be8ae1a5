import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    head = (double, jax.ShapeDtypeStruct(x.shape, x.dtype))
    return io_callback(*(head + (x,)), ordered=True)
