# expect: no-side-effects - line 7
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    sorted([1, 2], key=print)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
