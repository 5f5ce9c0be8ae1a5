import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    if not hasattr(x, "shape"):
        raise TypeError("array please")
    if x.ndim != 1 or x.dtype != jnp.float32:
        raise ValueError(f"bad {x.shape}")
    assert isinstance(x, jax.Array)
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
