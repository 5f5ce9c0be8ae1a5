import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    try:
        shape, dtype = x.shape, x.dtype
    except AttributeError:
        raise TypeError("an array, please") from None
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(shape, dtype), x, ordered=True)
