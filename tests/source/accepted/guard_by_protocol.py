import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from typing import Protocol, runtime_checkable


@runtime_checkable
class Shaped(Protocol):
    shape: tuple
    dtype: object


def io_callback_passthrough(x):
    if not isinstance(x, Shaped):
        raise TypeError("an array, please")
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
