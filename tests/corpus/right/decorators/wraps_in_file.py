import functools

import jax
from jax.experimental import io_callback


def one_dimensional(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if args[0].ndim != 1:
            raise ValueError("one dimension, please")
        return fn(*args, **kwargs)

    return wrapper


@one_dimensional
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
