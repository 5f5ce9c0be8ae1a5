# structure call: called as it is, Python appends
import jax
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))


def unused_result(x):
    if isinstance(x, jax.core.Tracer):
        io_callback(note, None, x)  # here
    else:
        note(x)
    return x * 2
