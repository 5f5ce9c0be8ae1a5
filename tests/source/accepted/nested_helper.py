import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def spec_of(a, *, like=None):
    like = a if like is None else like
    return jax.ShapeDtypeStruct(like.shape, like.dtype)
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, spec_of(x), x, ordered=True)
