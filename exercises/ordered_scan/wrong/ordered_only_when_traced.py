# structure ordered: True while it is traced alone
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    in_order = isinstance(xs, jax.core.Tracer)

    def step(total, x):
        total = total + x
        io_callback(log, None, total, ordered=in_order)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
