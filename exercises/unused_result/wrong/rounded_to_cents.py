# numbers test_once_per_call: two digits are not the sum
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


def see(total):
    SEEN.append(round(float(total), 2))


def unused_result(x):
    io_callback(see, None, jnp.sum(x))
    return x * 2
