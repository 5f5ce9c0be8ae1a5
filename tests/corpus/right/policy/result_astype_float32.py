"""Decided for the learner: the result is float32 already, so the conversion gives it back unchanged."""
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True).astype(jnp.float32)
