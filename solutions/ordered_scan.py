"""Model answer: host work in step order."""

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG: list[float] = []


def note(total):
    """Keep the total of a step."""
    LOG.append(float(total))


def ordered_scan(xs: jax.Array) -> jax.Array:
    """Return the running totals of ``xs``; each step also appends its total to ``LOG``."""

    def step(total, x):
        total = total + x
        io_callback(note, None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.zeros((), xs.dtype), xs)[1]
