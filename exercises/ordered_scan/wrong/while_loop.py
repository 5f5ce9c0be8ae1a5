# structure call: a while_loop
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def more(state):
        return state[0] < xs.shape[0]

    def body(state):
        i, total, totals = state
        total = total + xs[i]
        io_callback(log, None, total, ordered=True)  # here
        return i + 1, total, totals.at[i].set(total)

    return jax.lax.while_loop(more, body, (0, jnp.float32(0), jnp.zeros_like(xs)))[2]
