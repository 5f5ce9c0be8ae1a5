"""Model answer: record a total on the host."""

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS: list[float] = []


def record(total):
    """Keep a total; it goes back to the device."""
    TOTALS.append(float(total))
    return total


@jax.jit
def record_total(x: jax.Array) -> jax.Array:
    """Return the sum of ``x``, recorded in ``TOTALS``."""
    total = jnp.sum(x)
    return io_callback(record, jax.ShapeDtypeStruct(total.shape, total.dtype), total, ordered=True)
