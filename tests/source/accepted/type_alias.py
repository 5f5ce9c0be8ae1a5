import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from typing import TypeAlias, Callable, Any
Arr: TypeAlias = jax.Array
Host = Callable[[Any], Any]
def io_callback_passthrough(x: Arr) -> Arr:
    host: Host = lambda a: a * 2
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
