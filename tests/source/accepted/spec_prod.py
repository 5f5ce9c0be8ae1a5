import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    import math
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct((math.prod(x.shape),), x.dtype), x, ordered=True)
