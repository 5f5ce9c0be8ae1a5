import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    from collections import namedtuple
    S = namedtuple("S", "shape dtype")
    s = S(x.shape, x.dtype)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(s.shape, s.dtype), x, ordered=True)
