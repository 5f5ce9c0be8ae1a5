import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from functools import partial
def _run(host, x):
    return io_callback(host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
io_callback_passthrough = partial(_run, lambda a: a * 2)
