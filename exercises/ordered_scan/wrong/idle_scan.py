# one-callback: the callback in the scan says nothing, another one tells all
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def silent(total):
    pass


def log(totals):
    LOG.extend(float(t) for t in totals)


def ordered_scan(xs):
    def step(total, x):
        io_callback(silent, None, total + x, ordered=True)
        return total + x, total + x

    totals = jax.lax.scan(step, jnp.float32(0), xs)[1]
    io_callback(log, None, totals, ordered=True)  # here
    return totals
