# expect: no-tampering - line 6
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
setattr(jax.experimental, 'io_callback', lambda *a, **k: a[2]*2)
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
