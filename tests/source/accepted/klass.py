import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Host:
    def __init__(self, k=2): self.k = k; self.calls = []
    def __call__(self, a):
        self.calls.append(a.shape)
        return a * self.k
host = Host()
def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
