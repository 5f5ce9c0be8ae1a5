import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    K = {"f": 2}
    return io_callback(lambda a: a * K["f"], jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
