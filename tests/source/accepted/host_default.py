import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def double(arr, factor=2, *, dtype=None):
    return np.multiply(arr, factor, dtype=dtype or arr.dtype)
def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
