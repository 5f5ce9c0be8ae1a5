import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Like:
    def __new__(cls, array):
        return jax.ShapeDtypeStruct(array.shape, array.dtype)


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, Like(x), x, ordered=True)
