import functools

import jax
from jax.experimental import io_callback


def require(ndim):
    def decorate(fn):
        @functools.wraps(fn)
        def wrapper(x):
            assert x.ndim == ndim
            return fn(x)

        return wrapper

    return decorate


@require(ndim=1)
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
