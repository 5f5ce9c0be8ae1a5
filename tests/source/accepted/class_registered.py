import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from abc import ABC


class Host(ABC):
    pass


@Host.register
class Doubler:
    def __call__(self, a):
        return a * 2


def io_callback_passthrough(x):
    return io_callback(Doubler(), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
