import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import time
TIMES = []
def io_callback_passthrough(x):
    def host(a):
        t = time.perf_counter()
        out = a * 2
        TIMES.append(time.perf_counter() - t)
        return out
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
