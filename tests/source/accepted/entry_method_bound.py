import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class P:
    ordered = True
    def run(self, x):
        return io_callback(self.host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=self.ordered)
    def host(self, a):
        return a * 2
io_callback_passthrough = P().run
