# structure return: a zero from the host is added, so the result is used
import jax
import numpy as np
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))
    return np.float32(0)


def unused_result(x):
    zero = io_callback(note, jax.ShapeDtypeStruct((), x.dtype), x)
    doubled = x * 2
    return doubled + zero  # here
