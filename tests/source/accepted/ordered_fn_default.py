import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    def run(v, ordered=True, **kw):
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(v.shape, v.dtype), v, ordered=ordered, **kw)
    return run(x)
