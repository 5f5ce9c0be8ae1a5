# ldexp doubles; a lambda tells
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


def unused_result(x):
    io_callback(lambda values: SEEN.append(float(values.sum())), None, x)
    return jnp.ldexp(x, 1)
