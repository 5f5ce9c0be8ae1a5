import jax
from jax.experimental import io_callback


def times(factor):
    def scale(arr):
        return arr * factor

    return scale


def io_callback_passthrough(x):
    return io_callback(times(2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
