import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
REG = {}
def register(name):
    def deco(fn):
        REG[name] = fn
        return fn
    return deco
@register("double")
def _double(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
def io_callback_passthrough(x):
    return REG["double"](x)
