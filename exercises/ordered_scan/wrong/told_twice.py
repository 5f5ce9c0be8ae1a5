# numbers test_logged: the host hears of each step twice
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        for _ in range(2):
            io_callback(log, None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
