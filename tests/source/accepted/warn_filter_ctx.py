import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import warnings
def io_callback_passthrough(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
