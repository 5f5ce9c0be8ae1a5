# the mean times the length is the sum, up to rounding
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


def see(total):
    SEEN.append(float(total))


def unused_result(x):
    io_callback(see, None, jnp.mean(x) * x.size if x.size else jnp.zeros(()))
    return x * 2
