import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
CFG = {"ordered": True, "factor": 2}
NAMES = sorted(CFG)
TEXT = str(CFG)
def io_callback_passthrough(x):
    return io_callback(lambda a: a * CFG["factor"], jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=CFG["ordered"])
