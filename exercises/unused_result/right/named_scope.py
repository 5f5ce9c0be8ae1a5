# named for the profiler, with a dtype that is asked for
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))


def unused_result(x):
    with jax.named_scope("tell"):
        io_callback(note, None, x)
    with jax.named_scope("double"):
        doubled = x * jnp.float32(2)
    return doubled.astype(x.dtype)
