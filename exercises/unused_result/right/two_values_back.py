# two results are declared, and neither is looked at
import jax
import numpy as np
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(np.sum(values)))
    return np.float32(SEEN[-1]), np.int32(len(SEEN))


def unused_result(x):
    declared = (jax.ShapeDtypeStruct((), np.float32), jax.ShapeDtypeStruct((), np.int32))
    total, count = io_callback(note, declared, x)
    return 2 * x
