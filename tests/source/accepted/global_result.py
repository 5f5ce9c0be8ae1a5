import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
result = None
def io_callback_passthrough(x):
    global result
    result = io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return result
