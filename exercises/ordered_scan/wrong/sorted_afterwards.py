# structure ordered: numbers the steps and sorts the log instead of asking for order
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []
_STEPS = {}


def log(i, n, total):
    _STEPS[int(i)] = float(total)
    if len(_STEPS) == int(n):
        LOG.extend(_STEPS[k] for k in sorted(_STEPS))
        _STEPS.clear()


def ordered_scan(xs):
    n = xs.shape[0]

    def step(total, item):
        i, x = item
        total = total + x
        io_callback(log, None, i, n, total)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), (jnp.arange(n), xs))[1]
