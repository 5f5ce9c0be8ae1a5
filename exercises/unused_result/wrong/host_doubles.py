# structure return: the host computes what the device should
import jax
from jax.experimental import io_callback

SEEN = []


def note_and_double(values):
    SEEN.append(float(values.sum()))
    return values * 2


def unused_result(x):
    return io_callback(note_and_double, jax.ShapeDtypeStruct(x.shape, x.dtype), x)  # here
