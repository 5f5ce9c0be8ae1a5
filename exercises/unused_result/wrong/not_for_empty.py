# structure call: the host never hears of an empty array
from jax.experimental import io_callback

SEEN = []


def unused_result(x):
    if x.size:
        io_callback(lambda v: SEEN.append(float(v.sum())), None, x)  # here
    return x * 2
