# told in either branch of a check on the shape
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


def unused_result(x):
    if x.size == 0:
        io_callback(lambda: SEEN.append(0.0), None)
    else:
        io_callback(lambda total: SEEN.append(float(total)), None, x.sum())
    return jnp.asarray(x) * 2
