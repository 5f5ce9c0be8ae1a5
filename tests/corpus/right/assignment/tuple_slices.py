import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    parts = ("label", double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, True)
    return io_callback(*parts[1:4], ordered=parts[-1])
