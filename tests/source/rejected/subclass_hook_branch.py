# expect: structure return line 12
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Concrete:
    @classmethod
    def __subclasshook__(cls, other):
        return hasattr(other, "block_until_ready")
def io_callback_passthrough(x):
    if isinstance(x, Concrete):
        return x * 2
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
