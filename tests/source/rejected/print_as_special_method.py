# expect: no-side-effects - line 9
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Host:
    __eq__ = print
def io_callback_passthrough(x):
    Host() == 1
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
