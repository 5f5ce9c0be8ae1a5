# expect: structure args[1] line 7
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    return io_callback(lambda a,b: a+b, jax.ShapeDtypeStruct(x.shape, x.dtype), x, x, ordered=True)
