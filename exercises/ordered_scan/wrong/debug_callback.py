# structure call: debug.callback, though ordered
import jax
import jax.numpy as jnp

LOG = []


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        jax.debug.callback(lambda t: LOG.append(float(t)), total, ordered=True)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
