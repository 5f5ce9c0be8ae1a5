# expect: no-tampering - line 9
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import functools
call = functools.partial(io_callback, ordered=True)
def io_callback_passthrough(x):
    call.keywords["ordered"] = isinstance(x, jax.core.Tracer)
    return call(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
