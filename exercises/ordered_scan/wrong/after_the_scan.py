# structure call: one callback with all totals, after the loop
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(totals):
    LOG.extend(float(t) for t in totals)


def ordered_scan(xs):
    def step(total, x):
        return total + x, total + x

    totals = jax.lax.scan(step, jnp.float32(0), xs)[1]
    io_callback(log, None, totals, ordered=True)  # here
    return totals
