# structure call: a Python loop, written out for each length; nothing is scanned
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    total = jnp.float32(0)
    totals = []
    for x in xs:
        total = total + x
        io_callback(log, None, total, ordered=True)  # here
        totals.append(total)
    return jnp.stack(totals) if totals else xs
