import jax
from jax.experimental import io_callback


FACTOR = 2
ORDERED = True


def double(arr):
    global FACTOR
    return arr * FACTOR


def io_callback_passthrough(x):
    global ORDERED
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ORDERED)
