import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def host(*, arr): return arr*2
def io_callback_passthrough(x):
    return io_callback(callback=host, result_shape_dtypes=jax.ShapeDtypeStruct(x.shape, x.dtype), arr=x, ordered=True)
