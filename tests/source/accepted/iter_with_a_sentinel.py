import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
LINES = iter(["float32", ""])
DTYPES = list(iter(LINES.__next__, ""))


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
