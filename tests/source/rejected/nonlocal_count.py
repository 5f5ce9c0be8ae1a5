# expect: structure return line 11
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def mk():
    n = 0
    def f(x):
        nonlocal n
        n += 1
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True) if n < 3 else x*2
    return f
f = mk()
def io_callback_passthrough(x):
    return f(x)
