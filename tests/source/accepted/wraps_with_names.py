import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools


def named(function):
    @functools.wraps(function, assigned=("__name__", "__doc__"), updated=())
    def wrapper(x):
        return function(x)

    return wrapper


@named
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
