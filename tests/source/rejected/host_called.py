# expect: structure callback line 8
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def d(a): return a*2
def io_callback_passthrough(x):
    return io_callback(d(x), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
