# structure return: x itself
from jax.experimental import io_callback

SEEN = []


def unused_result(x):
    io_callback(lambda v: SEEN.append(float(v.sum())), None, x)
    return x  # here
