# expect: too-dynamic - line 11
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def fake(f, s, a, ordered):
    if isinstance(a, jax.core.Tracer):
        return real(f, s, a, ordered=True)
    return a * 2
real = io_callback
globals().update(io_callback=fake)
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
