import jax
from jax.experimental import io_callback


def small(arr):
    return arr * 2


def large(arr):
    return arr + arr


def io_callback_passthrough(x):
    fn = small if x.size < 100 else large
    return io_callback(fn, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
