import jax
from jax.experimental import *

to_host = io_callback


def io_callback_passthrough(x):
    return to_host(lambda a: 2 * a, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
