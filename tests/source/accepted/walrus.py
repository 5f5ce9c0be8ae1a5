import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    if (spec := jax.ShapeDtypeStruct(x.shape, x.dtype)).shape is not None:
        pass
    return (out := io_callback(lambda a: a*2, spec, x, ordered=True))
