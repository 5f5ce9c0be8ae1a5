# expect: no-tampering - line 13
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import jax.experimental

real = jax.experimental.io_callback


def fake(f, s, x, ordered=False):
    return real(f, s, x, ordered=ordered) if isinstance(x, jax.core.Tracer) else x + x
jax.tree.map(setattr, [jax.experimental], ["io_callback"], [fake])


def io_callback_passthrough(x):
    return jax.experimental.io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
