import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from functools import partial
def double(a): return a*2
def io_callback_passthrough(x):
    run = partial(io_callback, double, ordered=True)
    return run(jax.ShapeDtypeStruct(x.shape, x.dtype), x)
