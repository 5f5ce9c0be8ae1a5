# structure call: the step that tells the host is not the one that is scanned
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def telling_step(total, x):
    total = total + x
    io_callback(log, None, total, ordered=True)  # here
    return total, total


def step(total, x):
    return total + x, total + x


def ordered_scan(xs):
    return jax.lax.scan(step, jnp.float32(0), xs)[1]
