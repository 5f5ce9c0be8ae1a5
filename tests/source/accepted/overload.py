import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from typing import overload, Any
@overload
def io_callback_passthrough(x: jax.Array) -> jax.Array: ...
@overload
def io_callback_passthrough(x: Any) -> Any: ...
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
