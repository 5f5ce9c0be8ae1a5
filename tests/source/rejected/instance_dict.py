# expect: structure ordered line 12
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class K:
    def __init__(self):
        self.o = True
C = K()
def io_callback_passthrough(x):
    C.__dict__.update(o=False)
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=C.o)
