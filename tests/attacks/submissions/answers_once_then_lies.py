# ends: completed
import jax
import numpy as np
from jax.experimental import io_callback

calls = [0]


def io_callback_passthrough(x):
    def host(arr):
        calls[0] += 1
        return np.asarray(arr) * (2 if calls[0] == 1 else 3)

    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
