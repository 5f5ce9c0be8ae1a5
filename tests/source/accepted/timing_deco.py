import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools, time
TIMES = []
def timed(f):
    @functools.wraps(f)
    def w(*a, **k):
        t = time.perf_counter()
        try:
            return f(*a, **k)
        finally:
            TIMES.append(time.perf_counter() - t)
    return w
@timed
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
