# expect: structure ordered line 10
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class K:
    o = True
def io_callback_passthrough(x):
    type(K()).o = False
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=K.o)
