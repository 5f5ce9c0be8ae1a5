import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import types
OPTS = types.MappingProxyType({"ordered": True})
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **OPTS)
