import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
DEFAULTS = {"ordered": False}
def io_callback_passthrough(x):
    opts = {**DEFAULTS}
    opts |= {"ordered": True}
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **opts)
