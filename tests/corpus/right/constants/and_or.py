import jax
from jax.experimental import io_callback


SAFE, FAST = True, False


def io_callback_passthrough(x):
    ordered = SAFE and not FAST or False
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ordered)
