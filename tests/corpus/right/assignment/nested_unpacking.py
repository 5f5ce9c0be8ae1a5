import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    (shape, dtype), (value, ordered) = (x.shape, x.dtype), (x, True)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(shape, dtype), value, ordered=ordered)
