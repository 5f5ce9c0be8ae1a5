# structure ordered: said to be False by a constant
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []
ORDERED = False


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(log, None, total, ordered=ORDERED)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
