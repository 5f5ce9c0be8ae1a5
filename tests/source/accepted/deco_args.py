import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools
def named(name):
    def deco(f):
        @functools.wraps(f)
        def wrapper(x):
            return f(x)
        return wrapper
    return deco
@named("a")
@jax.jit
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
