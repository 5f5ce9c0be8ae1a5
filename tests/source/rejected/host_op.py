# expect: structure callback line 8
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    import operator
    return io_callback(operator.methodcaller("__mul__", 2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
