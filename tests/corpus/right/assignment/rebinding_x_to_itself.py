import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    array = x
    x = array
    y = x
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(y.shape, x.dtype), array, ordered=True)
