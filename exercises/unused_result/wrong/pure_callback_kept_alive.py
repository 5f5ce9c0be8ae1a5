# structure call: used, so that the compiler keeps it
import jax
import numpy as np

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))
    return np.float32(0)


def unused_result(x):
    zero = jax.pure_callback(note, jax.ShapeDtypeStruct((), x.dtype), x)  # here
    return x * 2 + zero
