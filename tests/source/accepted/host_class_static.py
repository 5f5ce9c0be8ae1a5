import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Ops:
    @staticmethod
    def double(a):
        return a * 2
def io_callback_passthrough(x):
    return io_callback(Ops.double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
