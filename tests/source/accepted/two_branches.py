import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    if x.size > 100:
        return io_callback(lambda a: a*2, spec, x, ordered=True)
    else:
        return io_callback(lambda a: a+a, spec, x, ordered=True)
