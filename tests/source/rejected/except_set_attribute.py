# expect: structure return line 10
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    try:
        x.note = 1
    except AttributeError:
        return x * 2
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
