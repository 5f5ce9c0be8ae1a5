import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools

ordered_callback = functools.partial(io_callback, ordered=True)


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * 2, spec, x, **ordered_callback.keywords)
