import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from abc import ABC, abstractmethod
class Op(ABC):
    @abstractmethod
    def host(self, a): ...
    def __call__(self, x):
        return io_callback(self.host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
class Double(Op):
    def host(self, a):
        return a * 2
io_callback_passthrough = Double()
