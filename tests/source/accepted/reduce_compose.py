import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from functools import reduce
def compose(*fs):
    return lambda v: reduce(lambda acc, f: f(acc), fs, v)
host = compose(np.asarray, lambda a: a*2)
def io_callback_passthrough(x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
