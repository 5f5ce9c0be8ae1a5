# the host hears both the element and the total, by name
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(*, element, total):
    assert element.shape == total.shape == ()
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(log, None, element=x, total=total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.zeros((), xs.dtype), xs)[1]
