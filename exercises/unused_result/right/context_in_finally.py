# the host is told on the way out
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum(dtype="float64")))


def unused_result(x):
    try:
        return x * 2
    finally:
        io_callback(note, None, x)
