import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    if x.ndim == 1:
        if x.dtype == jnp.float32:
            return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
        raise TypeError("float32")
    raise ValueError("1-D")
