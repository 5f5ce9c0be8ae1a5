# structure call: the helper that tells the host is never called
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))


def tell(x):
    io_callback(note, None, x)  # here


def unused_result(x):
    return x * 2
