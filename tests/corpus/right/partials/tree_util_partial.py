import jax
from jax.experimental import io_callback
from jax.tree_util import Partial


def scale(factor, arr):
    return arr * factor


def io_callback_passthrough(x):
    return io_callback(Partial(scale, 2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
