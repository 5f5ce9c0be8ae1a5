# refuses what it cannot double
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


def note(total):
    SEEN.append(float(total))


def unused_result(x):
    if x.ndim != 1:
        raise ValueError("one dimension, please")
    io_callback(note, None, x.sum())
    return jnp.where(jnp.isfinite(x), x * 2, x + x)
