import jax
from jax.experimental import io_callback


ORDERED = False


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ORDERED)


ORDERED = True  # the task asks for it
