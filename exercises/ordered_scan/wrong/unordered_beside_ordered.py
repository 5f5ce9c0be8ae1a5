# one-callback: the ordered callback says nothing, the one that tells has no order
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def nothing(total):
    pass


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(nothing, None, total, ordered=True)
        io_callback(log, None, total)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
