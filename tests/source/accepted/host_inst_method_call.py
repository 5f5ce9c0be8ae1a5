import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Ops:
    def __init__(self, f):
        self.f = f
    def apply(self, a):
        return a * self.f
def io_callback_passthrough(x):
    return io_callback(Ops(2).apply, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
