# the telling is a helper without a return
import jax.numpy as jnp
from jax.experimental import io_callback

SEEN = []


def _append(total):
    SEEN.append(float(total))


def tell_host(x):
    io_callback(_append, None, jnp.sum(x), ordered=True)


def unused_result(x):
    tell_host(x)
    return jnp.add(x, x)
