from contextlib import contextmanager

import jax
from jax.experimental import io_callback


@contextmanager
def section(name):
    names.append(name)
    try:
        yield
    finally:
        names.pop()


names = []


def io_callback_passthrough(x):
    with section("host"):
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
