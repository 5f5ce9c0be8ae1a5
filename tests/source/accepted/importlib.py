import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import importlib
exp = importlib.import_module("jax.experimental")
def io_callback_passthrough(x):
    return exp.io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
