import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    spec = lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype)
    return io_callback(lambda a: a * 2, spec(x), x, ordered=True)
