import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools
def logged(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    return wrapper
@logged
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
