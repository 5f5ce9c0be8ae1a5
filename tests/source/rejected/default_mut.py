# expect: structure return line 11
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
M = []
def io_callback_passthrough(x):
    if len(M) < 1:
        M.append(1)
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return x*2
