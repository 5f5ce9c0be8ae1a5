import jax
import numpy as np
from jax.experimental import io_callback


class Callable:
    def __call__(self, x):
        return x * 2

    __wrapped__ = None


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)


io_callback_passthrough = Callable()
