import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import enum


class Mode(enum.Enum):
    ORDERED = True
    FREE = False

    @classmethod
    def _missing_(cls, value):
        return cls.ORDERED


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=Mode.ORDERED.value)
