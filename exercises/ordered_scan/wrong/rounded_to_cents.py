# numbers test_logged: two digits are not the total
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(round(float(total), 2))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(log, None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
