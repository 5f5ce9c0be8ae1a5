# the step is an object that can be called
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


class Add:
    """One step of a running total."""

    def __init__(self, log):
        self.log = log

    def tell(self, total):
        self.log.append(float(total))

    def __call__(self, total, x):
        total = total + x
        io_callback(self.tell, None, total, ordered=True)
        return total, total


add = Add(LOG)


def ordered_scan(xs):
    return jax.lax.scan(add, jnp.float32(0), xs)[1]
