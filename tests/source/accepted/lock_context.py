import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import threading
L = threading.RLock()
def io_callback_passthrough(x):
    with L:
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
