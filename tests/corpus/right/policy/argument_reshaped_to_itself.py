"""Decided for the learner: reshaping to its own shape gives x itself, without an equation."""
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x.reshape(x.shape), ordered=True)
