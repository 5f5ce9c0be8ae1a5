import enum

import jax
from jax.experimental import io_callback


class Ordered(enum.Enum):
    YES = True
    NO = False


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=Ordered.YES.value)
