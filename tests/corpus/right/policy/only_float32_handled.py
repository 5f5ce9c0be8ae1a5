"""Decided for the learner: the task promises float32, so the other branch never runs."""
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    if x.dtype == jnp.float32:
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    raise TypeError(x.dtype)
