# numbers test_empty: under vmap the host is told of every element
import jax
from jax.experimental import io_callback

SEEN = []


def double(value):
    io_callback(lambda v: SEEN.append(float(v)), None, value)
    return value * 2


def unused_result(x):
    return jax.vmap(double)(x)
