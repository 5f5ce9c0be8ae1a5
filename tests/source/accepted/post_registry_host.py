import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
HOSTS = []
def host(fn):
    HOSTS.append(fn)
    return fn
@host
def double(a):
    return a * 2
def io_callback_passthrough(x):
    return io_callback(HOSTS[0], jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
