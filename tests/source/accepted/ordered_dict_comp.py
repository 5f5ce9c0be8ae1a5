import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
PAIRS = (("ordered", True),)
def io_callback_passthrough(x):
    opts = {k: v for k, v in PAIRS}
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **opts)
