# expect: no-tampering - line 7
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import sys
sys.meta_path.insert(0, None)
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
