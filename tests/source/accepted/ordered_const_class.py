import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Settings:
    class IO:
        ordered = True
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=Settings.IO.ordered)
