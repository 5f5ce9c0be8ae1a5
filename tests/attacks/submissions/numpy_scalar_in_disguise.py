# ends: completed
import jax
import numpy as np
from jax.experimental import io_callback


class Disguised(np.float32):
    __module__ = "numpy"

    def __array__(self, dtype=None, copy=None):
        return jax.numpy.zeros(3)

    @property
    def dtype(self):
        return self

    name = "float32"
    shape = (3,)


def io_callback_passthrough(x):
    return Disguised(6)
