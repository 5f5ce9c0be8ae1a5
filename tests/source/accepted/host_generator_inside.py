import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    def host(a):
        return np.fromiter((2 * v for v in np.asarray(a)), dtype=a.dtype, count=a.size)
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
