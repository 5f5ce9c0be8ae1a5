# everything there is to tell is told in a loop
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


def note(total):
    SEEN.append(float(total))


def unused_result(x):
    for value in [jnp.sum(x)]:
        io_callback(note, None, value)
    return x * 2
