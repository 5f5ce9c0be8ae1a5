import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from typing import cast
def io_callback_passthrough(x: jax.Array) -> jax.Array:
    return cast(jax.Array, io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True))
