import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
import contextlib
@contextlib.contextmanager
def scope():
    yield
def io_callback_passthrough(x):
    with scope(), np.errstate(all="ignore"):
        return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
