"""Decided for the learner: mapping over one array declares that array."""
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    spec = jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), x)
    return io_callback(lambda a: a * 2, spec, x, ordered=True)
