import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def run(x, fn=double, make=jax.ShapeDtypeStruct):
    return io_callback(fn, make(x.shape, x.dtype), x, ordered=True)


def io_callback_passthrough(x):
    return run(x)
