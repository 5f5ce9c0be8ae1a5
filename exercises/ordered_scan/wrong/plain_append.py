# structure call: append in the step sees tracers, once
import jax
import jax.numpy as jnp

LOG = []


def ordered_scan(xs):  # here
    def step(total, x):
        total = total + x
        LOG.append(total)
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
