# numbers: three times, not twice
import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(lambda arr: arr * 3, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
