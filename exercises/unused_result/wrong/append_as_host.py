# structure callback: the list's own method would keep arrays, not floats
from jax.experimental import io_callback

SEEN = []


def unused_result(x):
    io_callback(SEEN.append, None, x.sum())  # here
    return x * 2
