import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
double = jax.tree_util.Partial(lambda k, a: k*a, 2)
def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
