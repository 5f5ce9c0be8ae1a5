import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class P:
    __slots__ = ("k",)
    def __init__(self, k):
        self.k = k
    def __call__(self, a):
        return a * self.k
def io_callback_passthrough(x):
    return io_callback(P(2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
