# an empty tuple declares nothing as well as None does
import numpy as np
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(np.asarray(values).sum()))
    return ()


def unused_result(x):
    io_callback(note, (), x)
    return x * 2.0
