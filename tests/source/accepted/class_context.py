import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Timer:
    def __enter__(self):
        self.n = 1
        return self
    def __exit__(self, kind, error, tb):
        self.n = 2
        return False

def io_callback_passthrough(x):
    with Timer() as t:
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
