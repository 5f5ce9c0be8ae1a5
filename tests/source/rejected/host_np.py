# expect: structure callback line 7
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    return io_callback(np.float32(2).__mul__, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
