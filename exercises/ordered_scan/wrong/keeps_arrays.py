# numbers: keeps arrays, not floats
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(lambda t: LOG.append(t), None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
