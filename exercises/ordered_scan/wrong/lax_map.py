# structure call: the totals come from cumsum, and lax.map tells the host
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))
    return total


def ordered_scan(xs):
    def tell(total):
        return io_callback(log, total, total, ordered=True)  # here

    return jax.lax.map(tell, jnp.cumsum(xs))  # here
