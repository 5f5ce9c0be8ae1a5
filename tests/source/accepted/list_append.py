import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
LOG = []
def io_callback_passthrough(x):
    def host(a):
        LOG.append(float(np.sum(a)))
        return np.asarray(a) * 2
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
