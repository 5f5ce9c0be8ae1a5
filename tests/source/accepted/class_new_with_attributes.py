import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Spec:
    def __new__(cls, like):
        made = super().__new__(cls)
        made.like = like
        return made

    def declare(self):
        return jax.ShapeDtypeStruct(self.like.shape, self.like.dtype)


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, Spec(x).declare(), x, ordered=True)
