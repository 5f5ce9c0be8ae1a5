import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
run = jax.jit(lambda x: io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True), inline=True)
def io_callback_passthrough(x):
    return run(x)
