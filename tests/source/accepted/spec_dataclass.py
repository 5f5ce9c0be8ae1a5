import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from dataclasses import dataclass
@dataclass
class Spec:
    shape: tuple
    dtype: object
    def struct(self):
        return jax.ShapeDtypeStruct(self.shape, self.dtype)
def io_callback_passthrough(x):
    s = Spec(x.shape, x.dtype)
    return io_callback(lambda a: a * 2, s.struct(), x, ordered=True)
