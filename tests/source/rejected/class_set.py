# expect: no-tampering - line 13
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class A:
    ordered = True
class B:
    ordered = False
def io_callback_passthrough(x):
    a = A()
    if not isinstance(x, jax.core.Tracer):
        a.__class__ = B
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=a.ordered)
