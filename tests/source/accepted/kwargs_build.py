import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def io_callback_passthrough(x):
    kw = {}
    kw["ordered"] = True
    args = [lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype)]
    args.append(x)
    return io_callback(*args, **kw)
