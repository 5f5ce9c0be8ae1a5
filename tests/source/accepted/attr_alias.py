import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import jax.experimental as jexp
cb = jexp.io_callback
SDS = jax.ShapeDtypeStruct
def io_callback_passthrough(x):
    shape, dtype = (x.shape, x.dtype)
    return cb(lambda a: a*2, SDS(shape=shape, dtype=dtype), x, ordered=True)
