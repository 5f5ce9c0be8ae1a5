# the list is bound to the host function with a partial
from functools import partial

from jax.experimental import io_callback

SEEN = []


def append_sum(where, values):
    where.append(float(values.sum()))


tell = partial(io_callback, partial(append_sum, SEEN), None)


def unused_result(x):
    tell(x)
    return x * 2
