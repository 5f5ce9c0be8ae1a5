# expect: structure ordered line 9
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
O = True
def io_callback_passthrough(x):
    global O
    t = io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=O)
    O = False
    return t
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=O)
