import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    from functools import partial
    call = partial(partial(io_callback, ordered=True), lambda a: a * 2)
    return call(jax.ShapeDtypeStruct(x.shape, x.dtype), x)
