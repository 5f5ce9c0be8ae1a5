import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


double.ordered = True


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=double.ordered)
