import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import enum
class Order(enum.Enum):
    STRICT = True
    LOOSE = False
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=Order.STRICT.value)
