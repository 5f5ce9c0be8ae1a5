import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
FACTOR = 2
def host(a):
    return FACTOR * a
def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
