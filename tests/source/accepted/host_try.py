import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    def host(a):
        try:
            return np.multiply(a, 2)
        except TypeError as e:
            raise RuntimeError from e
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
