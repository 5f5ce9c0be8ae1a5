from typing import overload

import jax
from jax.experimental import io_callback


@overload
def run(array: jax.Array) -> jax.Array: ...
@overload
def run(array: jax.Array, ordered: bool) -> jax.Array: ...
def run(array, ordered=True):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(array.shape, array.dtype), array, ordered=ordered)


def io_callback_passthrough(x):
    return run(x)
