import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    s = jax.ShapeDtypeStruct(x.shape, x.dtype)
    f = lambda a: a * 2
    return io_callback(f, s, x, ordered=True) if x.size else io_callback(f, s, x, ordered=True)
