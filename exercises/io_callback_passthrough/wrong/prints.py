# no-side-effects: printing was not asked for
import jax
from jax.experimental import io_callback


def double(arr):
    print(arr)  # here
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
