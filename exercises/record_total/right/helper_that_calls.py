# a general helper makes the call; the host function is nested
import jax
import jax.numpy as jnp
from jax.experimental import io_callback as on_host

TOTALS = []


def ordered_host_call(function, like, *args):
    """Call a host function in order; its result looks like ``like``."""
    return on_host(function, jax.ShapeDtypeStruct(like.shape, like.dtype), *args, ordered=True)


def record_total(x):
    def append(total):
        TOTALS.append(float(total))
        return total

    total = jnp.sum(x)
    return ordered_host_call(append, total, total)
