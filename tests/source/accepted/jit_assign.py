import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def _f(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
io_callback_passthrough = jax.jit(_f)
