# a decorator turns a host function into one of JAX
import functools

import jax


def on_host(function):
    @functools.wraps(function)
    def wrapper(x):
        return jax.pure_callback(function, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="expand_dims")

    return wrapper


@on_host
def pure_callback_double(arr):
    return arr * 2
