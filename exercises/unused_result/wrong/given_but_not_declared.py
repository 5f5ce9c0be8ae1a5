# numbers test_example: `None` is declared, the host gives a number
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))
    return len(SEEN)


def unused_result(x):
    io_callback(note, None, x)  # here
    return x * 2
