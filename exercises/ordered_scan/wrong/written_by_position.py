# numbers test_empty: the totals are written by position, and an empty array has none
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(carry, item):
        total, totals = carry
        i, x = item
        total = total + x
        io_callback(log, None, total, ordered=True)
        return (total, totals.at[i].set(total)), None  # here

    (_, totals), _ = jax.lax.scan(step, (jnp.float32(0), jnp.zeros_like(xs)), (jnp.arange(xs.size), xs))
    return totals
