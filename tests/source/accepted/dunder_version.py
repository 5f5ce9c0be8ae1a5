import jax
__version__ = "1.0"
__author__ = "me"
__all__ = ("io_callback_passthrough",)
from jax.experimental import io_callback
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
