# structure return: returns the callback's result, which is the sum
import jax
import numpy as np
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))
    return np.float32(values.sum())


def unused_result(x):
    return io_callback(note, jax.ShapeDtypeStruct((), x.dtype), x)  # here
