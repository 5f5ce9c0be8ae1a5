# expect: too-dynamic - line 6
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
jax.tree.map(exec, ["VALUE = 1"])
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
