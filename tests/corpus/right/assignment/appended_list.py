import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    arguments = []
    arguments.append(double)
    arguments.append(jax.ShapeDtypeStruct(x.shape, x.dtype))
    arguments.append(x)
    return io_callback(*arguments, ordered=True)
