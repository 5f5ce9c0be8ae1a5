import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import json
CFG = {"ordered": True}
TEXT = json.dumps(CFG)
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **CFG)
