# structure call: empty arrays take another way
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    if xs.shape[0] == 0:
        return xs

    def step(total, x):
        total = total + x
        io_callback(log, None, total, ordered=True)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
