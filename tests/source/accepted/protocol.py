import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from typing import Protocol, TypeVar, Generic
T = TypeVar("T")
class Host(Protocol):
    def __call__(self, a): ...
class Double:
    def __call__(self, a):
        return a * 2
def run(host: Host, x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
def io_callback_passthrough(x):
    return run(Double(), x)
