import jax
import numpy as np
from jax.experimental import io_callback

real = np.asarray
np.asarray = lambda value, *a, **k: real(value, *a, **k) * 2


def io_callback_passthrough(x):
    return io_callback(lambda a: a, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
