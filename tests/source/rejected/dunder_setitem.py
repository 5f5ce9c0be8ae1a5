# expect: structure ordered line 10
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    O = {"ordered": True}
    if not isinstance(x, jax.core.Tracer):
        O.__setitem__("ordered", False)
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **O)
