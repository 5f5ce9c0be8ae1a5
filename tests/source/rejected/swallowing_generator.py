# expect: structure return line 19
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import contextlib
@contextlib.contextmanager
def q():
    try:
        yield
    except ValueError:
        pass
def io_callback_passthrough(x):
    if x.size > 10:
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    with q():
        io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
        raise ValueError
    return x*2
