import jax
from jax.experimental import io_callback


def descend(depth, array):
    if depth > 0:
        return descend(depth - 1, array)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(array.shape, array.dtype), array, ordered=True)


def io_callback_passthrough(x):
    return descend(3, x)
