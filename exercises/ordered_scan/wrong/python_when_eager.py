# structure call.inside: scans while it is traced, and loops in Python when it is called
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def step(total, x):
    total = total + x
    io_callback(log, None, total, ordered=True)  # here
    return total, total


def ordered_scan(xs):
    if isinstance(xs, jax.core.Tracer):
        return jax.lax.scan(step, jnp.float32(0), xs)[1]
    total, totals = jnp.float32(0), []
    for x in xs:
        total, _ = step(total, x)
        totals.append(total)
    return jnp.array(totals, dtype=xs.dtype)
