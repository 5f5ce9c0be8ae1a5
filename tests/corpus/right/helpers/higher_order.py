import jax
from jax.experimental import io_callback


def invoke(call, fn, array):
    return call(fn, jax.ShapeDtypeStruct(array.shape, array.dtype), array, ordered=True)


def io_callback_passthrough(x):
    return invoke(io_callback, lambda a: a * 2, x)
