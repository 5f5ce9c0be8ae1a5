import jax
from jax.experimental import io_callback


def prepare(array):
    def double(arr):
        return arr * 2

    return double, jax.ShapeDtypeStruct(array.shape, array.dtype)


def io_callback_passthrough(x):
    fn, spec = prepare(x)
    return io_callback(fn, spec, x, ordered=True)
