# numbers test_example: x stands in the place of the declaration, so the host gets nothing
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))
    return values


def unused_result(x):
    io_callback(note, x)  # here
    return x * 2
