# structure call.forbidden: the totals are made before the scan, which carries nothing
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    totals = jax.lax.associative_scan(jnp.add, xs)  # here

    def step(carry, total):
        io_callback(log, None, total, ordered=True)
        return carry, total

    return jax.lax.scan(step, None, totals)[1]
