import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools
def safe(fn):
    @functools.wraps(fn)
    def inner(*a, **k):
        try:
            return fn(*a, **k)
        except Exception as e:
            raise RuntimeError("host") from e
    return inner
def double(a):
    return a * 2
def io_callback_passthrough(x):
    return io_callback(safe(double), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
