# step and host function stand at the top, the scan comes from `jax import lax`
from jax import lax, numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def step(total, x):
    total = total + x
    io_callback(log, None, total, ordered=True)
    return (total, total)


def ordered_scan(xs):
    return lax.scan(step, jnp.zeros((), dtype=xs.dtype), xs)[1]
