import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Ops:
    F = 2
    @classmethod
    def double(cls, a):
        return a * cls.F
def io_callback_passthrough(x):
    return io_callback(Ops.double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
