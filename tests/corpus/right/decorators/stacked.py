import functools

import jax
from jax.experimental import io_callback


def named(fn):
    @functools.wraps(fn)
    def inner(x):
        with jax.named_scope("passthrough"):
            return fn(x)

    return inner


@jax.jit
@named
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
