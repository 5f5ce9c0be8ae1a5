"""Decided for the learner: the task promises one dimension, so the other branch never runs."""
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    if x.ndim == 1:
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
