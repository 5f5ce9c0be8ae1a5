"""Decided for the learner: x is float32, so naming that dtype changes nothing."""
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    x = jnp.asarray(x, dtype=jnp.float32)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
