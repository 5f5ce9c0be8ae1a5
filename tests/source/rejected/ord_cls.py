# expect: structure ordered line 10
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class C:
    o = True
C.o = False
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=C.o)
