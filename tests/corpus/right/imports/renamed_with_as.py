import jax
from jax.experimental import io_callback as ask_host


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return ask_host(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
