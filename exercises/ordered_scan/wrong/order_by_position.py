# structure ordered: True is one more argument for the host function
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total, ordered):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(log, None, total, True)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
