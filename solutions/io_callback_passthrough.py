"""Model answer: double an array on the host."""

import jax
from jax.experimental import io_callback


def io_callback_passthrough(x: jax.Array) -> jax.Array:
    """Return ``x`` doubled by a host function that an ordered ``io_callback`` calls."""

    def double(arr):
        return arr * 2

    result = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(double, result, x, ordered=True)
