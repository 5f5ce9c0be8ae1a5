# telling the host is a decorator around the doubling
import functools

import jax
from jax.experimental import io_callback

SEEN: list[float] = []


def told(function):
    """Tell the host about every argument."""

    @functools.wraps(function)
    def wrapper(x):
        io_callback(lambda v: SEEN.append(float(v.sum())), None, x)
        return function(x)

    return wrapper


@jax.jit
@told
def unused_result(x):
    return x * 2
