# a decorator logs what a step collects
import functools

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def logged(step):
    @functools.wraps(step)
    def wrapper(carry, x):
        carry, out = step(carry, x)
        io_callback(lambda value: LOG.append(float(value)), None, out, ordered=True)
        return carry, out

    return wrapper


@logged
def add(total, x):
    return total + x, total + x


def ordered_scan(xs):
    return jax.lax.scan(add, jnp.zeros((), xs.dtype), xs)[1]
