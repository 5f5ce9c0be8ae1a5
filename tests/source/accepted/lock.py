import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import threading, time
_lock = threading.Lock()
def io_callback_passthrough(x):
    def host(a):
        with _lock:
            time.sleep(0.001)
            return a*2
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
