# ends: completed
import jax
import numpy as np
from jax.experimental import io_callback

seen = []


def late(arr):
    seen.append(np.asarray(arr) * 2)
    return seen[0] if seen[0].shape == arr.shape else np.asarray(arr) * 3


def io_callback_passthrough(x):
    return io_callback(late, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
