# structure call: vmap over the totals; an ordered callback cannot be mapped
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def tell(total):
        io_callback(log, None, total, ordered=True)  # here
        return total

    return jax.vmap(tell)(jnp.cumsum(xs))  # here
