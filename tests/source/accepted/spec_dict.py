import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    d = dict(shape=x.shape, dtype=x.dtype)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(**d), x, ordered=True)
