import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    import operator
    return io_callback(lambda a: operator.mul(a, 2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
