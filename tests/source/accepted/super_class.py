import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Base:
    def __init__(self): self.ordered = True
class Child(Base):
    def __init__(self):
        super().__init__()
        self.f = lambda a: a*2
    def run(self, x):
        return io_callback(self.f, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=self.ordered)
def io_callback_passthrough(x):
    return Child().run(x)
