# structure callback: the host function runs at once, and its result is passed
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))


def unused_result(x):
    io_callback(note(x), None, x)  # here
    return x * 2
