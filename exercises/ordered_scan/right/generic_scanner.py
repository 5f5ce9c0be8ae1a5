# a general function that scans and logs; the totals are one use of it
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def scan_and_log(f, init, xs, log):
    """Scan, and hand each new carry to ``log`` in step order."""

    def step(carry, x):
        carry = f(carry, x)
        io_callback(log, None, carry, ordered=True)
        return carry, carry

    return jax.lax.scan(step, init, xs)


def ordered_scan(xs):
    _, totals = scan_and_log(jnp.add, jnp.float32(0), xs, lambda t: LOG.append(float(t)))
    return totals
