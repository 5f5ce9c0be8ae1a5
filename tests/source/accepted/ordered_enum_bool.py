import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import enum
class Mode(enum.Enum):
    ORDERED = 1
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=Mode.ORDERED is Mode.ORDERED)
