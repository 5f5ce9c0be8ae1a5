# the step gets its host function from a partial
from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []

in_order = partial(io_callback, ordered=True)


def remember(total):
    LOG.append(float(total))


def step(host, total, x):
    total += x
    in_order(host, None, total)
    return total, total


def ordered_scan(xs):
    return jax.lax.scan(partial(step, remember), jnp.float32(0.0), xs)[1]
