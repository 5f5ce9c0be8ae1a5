import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from collections import deque
LOG = deque(maxlen=10)
def io_callback_passthrough(x):
    def host(a):
        LOG.append(a.shape)
        return a * 2
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
