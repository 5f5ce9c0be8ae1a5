# the step collects a dict
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, element):
        total = total + element["x"]
        io_callback(log, None, total, ordered=True)
        return total, {"total": total}

    _, collected = jax.lax.scan(step, jnp.zeros((), xs.dtype), {"x": xs})
    return collected["total"]
