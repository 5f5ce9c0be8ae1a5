# expect: no-side-effects - line 7
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def h(a):
    print(a)
    return a*2
def io_callback_passthrough(x):
    return io_callback(h, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
