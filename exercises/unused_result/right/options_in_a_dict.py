# options from a dict
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []
QUIETLY = {"result_shape_dtypes": None, "ordered": False}


def note(total):
    SEEN.append(float(total))


def unused_result(x):
    io_callback(note, total=jnp.sum(x), **QUIETLY)
    return x * 2
