# structure call: dropped, as nobody uses it, and without an order
import jax
import jax.numpy as jnp
import numpy as np

LOG = []


def log(total):
    LOG.append(float(total))
    return np.float32(total)


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        total = jax.pure_callback(log, jax.ShapeDtypeStruct((), xs.dtype), total)  # here
        return total, total

    return jax.lax.scan(step, jnp.float32(0), xs)[1]
