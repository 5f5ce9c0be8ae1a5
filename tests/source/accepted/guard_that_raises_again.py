import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    try:
        if x.ndim > 3:
            raise ValueError("too many axes")
        result = io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    except TypeError as error:
        raise TypeError("this is no array") from error
    return result
