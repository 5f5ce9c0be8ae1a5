import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Host:
    def apply(self, a):
        return a * 2

    __call__ = apply
    __repr__ = object.__repr__


def io_callback_passthrough(x):
    return io_callback(Host(), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
