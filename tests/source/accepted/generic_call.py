import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def call(f, *args, **kw):
    return f(*args, **kw)
def io_callback_passthrough(x):
    return call(io_callback, lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
