# expect: structure return line 9
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
C = {}
def io_callback_passthrough(x):
    if "y" not in C: C["y"] = io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return C["y"]
