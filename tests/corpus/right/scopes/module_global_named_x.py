import jax
import jax.numpy as jnp
from jax.experimental import io_callback

x = jnp.array([1.0, 2.0])


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
