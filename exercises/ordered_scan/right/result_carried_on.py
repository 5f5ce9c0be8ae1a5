# the host sends the total back, and the scan carries that on
import jax
import jax.experimental
import jax.numpy as jnp

LOG: list[float] = []


def log(total):
    LOG.append(total.item())
    return total


@jax.jit
def ordered_scan(xs):
    spec = jax.ShapeDtypeStruct((), xs.dtype)

    def step(total, x):
        total = jax.experimental.io_callback(log, spec, total + x, ordered=True)
        return total, total

    last, totals = jax.lax.scan(step, jnp.zeros((), xs.dtype), xs)
    return totals
