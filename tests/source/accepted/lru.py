import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools
@functools.lru_cache(maxsize=None)
def spec(shape, dtype):
    return jax.ShapeDtypeStruct(shape, dtype)
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, spec(x.shape, x.dtype), x, ordered=True)
