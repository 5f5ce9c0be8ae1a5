# structure call: under jit the host is never told
import jax
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))


def unused_result(x):
    if not isinstance(x, jax.core.Tracer):
        io_callback(note, None, x)  # here
    return x * 2
