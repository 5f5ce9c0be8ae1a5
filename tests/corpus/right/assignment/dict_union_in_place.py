import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    options = dict(ordered=False)
    options |= dict(ordered=True)
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **options)
