import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def double(a): return a*2
OPS = {"double": double}
def io_callback_passthrough(x):
    return io_callback(OPS["double"], jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
