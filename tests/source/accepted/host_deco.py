import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def host(f):
    def inner(a):
        return np.asarray(f(np.asarray(a)))
    return inner
@host
def double(a): return a*2
def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
