import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    n = x.shape[0]
    shape = (n,)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(shape, x.dtype), x, ordered=True)
