# expect: no-tampering - line 11
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
def call(x, io=io_callback):
    return io(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
def fake(f, s, x, ordered):
    return x + x
def io_callback_passthrough(x):
    call.__defaults__ = (io_callback,) if isinstance(x, jax.core.Tracer) else (fake,)
    return call(x)
