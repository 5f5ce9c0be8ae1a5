import jax
from jax.experimental import io_callback


def keep_order():
    return True


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * 2, spec, x, ordered=keep_order())
