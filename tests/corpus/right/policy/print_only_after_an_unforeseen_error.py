"""Decided for the learner: the handler runs only when the call fails, and then raises again; it gets a warning."""
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    try:
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    except Exception as error:
        print(error)
        raise
