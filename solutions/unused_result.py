"""Model answer: work whose result nobody uses."""

import jax
from jax.experimental import io_callback

SEEN: list[float] = []


def note(values):
    """Keep the sum of what was seen."""
    SEEN.append(float(values.sum()))


def unused_result(x: jax.Array) -> jax.Array:
    """Return ``x`` doubled on the device, after telling the host about it."""
    io_callback(note, None, x)
    return x * 2
