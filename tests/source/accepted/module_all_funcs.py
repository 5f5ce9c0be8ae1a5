import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def _double(a):
    return a * 2
def _spec(a):
    return jax.ShapeDtypeStruct(a.shape, a.dtype)
def _run(fn, spec, *args):
    return io_callback(fn, spec, *args, ordered=True)
def io_callback_passthrough(x):
    return _run(_double, _spec(x), x)
