import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    for spec in [jax.ShapeDtypeStruct(x.shape, x.dtype)]:
        break
    else:
        raise RuntimeError
    return io_callback(lambda a: a * 2, spec, x, ordered=True)
