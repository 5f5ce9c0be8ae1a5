# expect: structure return line 13
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from typing import Protocol, runtime_checkable
@runtime_checkable
class Ready(Protocol):
    def block_until_ready(self): ...
def io_callback_passthrough(x):
    match x:
        case Ready():
            return x * 2
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
