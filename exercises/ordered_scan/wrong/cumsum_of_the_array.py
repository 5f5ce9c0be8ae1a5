# trace: the totals are made by a method of the array, before the scan, which carries nothing
import jax
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    totals = xs.cumsum()

    def step(carry, total):
        io_callback(log, None, total, ordered=True)
        return carry, total

    return jax.lax.scan(step, None, totals)[1]
