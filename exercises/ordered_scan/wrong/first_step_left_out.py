# numbers test_empty: starts with the first element, which an empty array has not
import jax
from jax.experimental import io_callback

LOG = []


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(log, None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, xs[0] * 0, xs)[1]  # here
