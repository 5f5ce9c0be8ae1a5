import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    from functools import partial
    def host(a, *, k):
        return a * k
    return io_callback(partial(host, k=2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
