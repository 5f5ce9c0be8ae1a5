import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class R:
    @property
    def ordered(self): return True
    def spec(self, x): return jax.ShapeDtypeStruct(x.shape, x.dtype)
R_ = R()
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, R_.spec(x), x, ordered=R_.ordered)
