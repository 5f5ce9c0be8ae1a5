# expect: structure result_shape_dtypes.shape line 7
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct((max(len(x), 1),), x.dtype), x, ordered=True)
