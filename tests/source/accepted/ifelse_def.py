import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import sys
if sys.version_info >= (3, 11):
    def io_callback_passthrough(x):
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
else:
    def io_callback_passthrough(x):
        return io_callback(lambda a: a+a, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
