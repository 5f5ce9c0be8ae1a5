"""Model answer: double without side effects."""

import jax


def double(arr):
    """Double on the host."""
    return arr * 2


def pure_callback_double(x: jax.Array) -> jax.Array:
    """Return ``x`` doubled by a host function, also under ``jax.vmap``."""
    result = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.pure_callback(double, result, x, vmap_method="sequential")
