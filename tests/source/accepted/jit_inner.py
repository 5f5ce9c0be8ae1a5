import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    @jax.jit
    def run(v):
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(v.shape, v.dtype), v, ordered=True)
    return run(x)
