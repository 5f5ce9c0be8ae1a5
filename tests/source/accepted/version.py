import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
JAX_VERSION = tuple(int(p) for p in jax.__version__.split(".")[:2])
if JAX_VERSION < (0, 4):
    raise ImportError("old jax")
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
