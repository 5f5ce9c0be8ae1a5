# scans over rows of one element, and flattens at the end
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(row):
    LOG.append(float(row[0]))


def ordered_scan(xs):
    def step(total, row):
        total = total + row
        io_callback(log, None, total, ordered=True)
        return total, total

    totals = jax.lax.scan(step, jnp.zeros((1,), xs.dtype), xs[:, None])[1]
    return totals.reshape(xs.shape)
