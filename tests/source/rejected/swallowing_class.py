# expect: structure return line 13
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Q:
    def __enter__(self): pass
    def __exit__(self, *a): return True
def io_callback_passthrough(x):
    with Q():
        io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
        raise ValueError
    return x*2
