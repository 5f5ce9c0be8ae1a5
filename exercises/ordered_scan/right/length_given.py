# the length is said as well
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(log, None, total, ordered=True)
        return total, total

    totals = jax.lax.scan(f=step, init=jnp.zeros((), "float32"), xs=xs, length=xs.shape[0])[1]
    return jnp.asarray(totals)
