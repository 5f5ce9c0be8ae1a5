# expect: structure return line 10
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    io_callback_passthrough.n = getattr(io_callback_passthrough, "n", 0) + 1
    if io_callback_passthrough.n == 1:
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return x*2
