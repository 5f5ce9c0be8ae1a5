import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def check(x):
    if x.ndim != 1:
        raise ValueError(f"{x.ndim}")
    return x
def io_callback_passthrough(x):
    x = check(x)
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
