# an import that may fail; step and scan in one helper
import jax
import jax.numpy as jnp

try:
    from jax.experimental import io_callback
except ImportError:
    io_callback = None

LOG = []


def log(total):
    LOG.append(float(total))


def running(xs):
    def step(total, x):
        total = total + x
        io_callback(log, None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.zeros((), xs.dtype), xs)


def ordered_scan(xs):
    if io_callback is None:
        raise RuntimeError("this needs a newer JAX")
    last, totals = running(xs)
    return totals
