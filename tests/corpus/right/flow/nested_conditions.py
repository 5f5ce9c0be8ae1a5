import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def io_callback_passthrough(x):
    if not isinstance(x, jax.Array):
        raise TypeError("a JAX array, please")
    elif x.ndim == 1:
        if jnp.issubdtype(x.dtype, jnp.floating):
            pass
        else:
            raise TypeError("floats, please")
    else:
        raise ValueError("one dimension, please")
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
