# structure call: a fori_loop, not a scan
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def body(i, state):
        total, totals = state
        total = total + xs[i]
        io_callback(log, None, total, ordered=True)  # here
        return total, totals.at[i].set(total)

    return jax.lax.fori_loop(0, xs.shape[0], body, (jnp.float32(0), jnp.zeros_like(xs)))[1]
