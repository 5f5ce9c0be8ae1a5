import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    t = jax.typeof(x)
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(t.shape, t.dtype), x, ordered=True)
