import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    if not isinstance(x, jax.Array):
        x = jnp.asarray(x)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
