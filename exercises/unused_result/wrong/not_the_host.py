# structure callback: NumPy's own function tells nobody
import jax
import numpy as np
from jax.experimental import io_callback

SEEN = []


def unused_result(x):
    io_callback(np.sum, jax.ShapeDtypeStruct((), x.dtype), x)  # here
    return x * 2
