import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Timer:
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        pass

def io_callback_passthrough(x):
    with Timer():
        y = io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return y
