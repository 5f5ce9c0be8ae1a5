import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def host(a, n=1):
    return a * 2 if n == 0 else host(a, n - 1)
def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
