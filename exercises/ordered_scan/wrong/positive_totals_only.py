# structure call: a cond in the step
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        jax.lax.cond(total > 0, lambda t: io_callback(log, None, t, ordered=True), lambda t: None, total)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
