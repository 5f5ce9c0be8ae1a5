import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Host:
    factor = 2
    def double(self, a): return a * self.factor
    @classmethod
    def cm(cls, a): return a * cls.factor
def io_callback_passthrough(x):
    h = Host()
    return io_callback(h.double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
