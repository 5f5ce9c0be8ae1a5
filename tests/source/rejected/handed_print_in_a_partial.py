# expect: no-side-effects - line 8
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools
def io_callback_passthrough(x):
    jax.tree.map(functools.partial(print, "x"), [1])
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
