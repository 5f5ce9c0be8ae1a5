# the host function is a lambda in the step
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG: list[float] = []


def ordered_scan(xs: jax.Array) -> jax.Array:
    def step(total: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
        new = total + x
        io_callback(lambda t: LOG.append(float(t)), None, new, ordered=True)
        return new, new

    _, totals = jax.lax.scan(step, jnp.float32(0), xs)
    return totals
