# numbers: keeps the sum as an array
from jax.experimental import io_callback

SEEN = []


def note(total):
    SEEN.append(total)


def unused_result(x):
    io_callback(note, None, x.sum())
    return x * 2
