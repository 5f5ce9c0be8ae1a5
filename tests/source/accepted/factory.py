import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def make(k):
    def f(a): return a*k
    return f
def io_callback_passthrough(x):
    return io_callback(make(2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
