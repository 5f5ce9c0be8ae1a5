# structure ordered: left out, so the order is not kept
import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(lambda arr: arr * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x)  # here
