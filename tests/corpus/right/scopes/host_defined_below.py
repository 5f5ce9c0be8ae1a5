import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(double, declare(x), x, ordered=KEEP_ORDER)


def declare(like):
    return jax.ShapeDtypeStruct(like.shape, like.dtype)


def double(arr):
    return arr * 2


KEEP_ORDER = True
