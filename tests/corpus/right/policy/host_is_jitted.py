"""Decided for the learner: the function is written in the file; JAX on the host is a warning."""
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(jax.jit(lambda a: a * 2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
