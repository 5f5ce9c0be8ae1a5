# structure return: the callback's result is not what is returned
import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    io_callback(lambda arr: arr * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return x * 2  # here
