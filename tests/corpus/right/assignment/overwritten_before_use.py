import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    spec = x
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    ordered = False
    ordered = True
    result = x * 2
    result = io_callback(lambda a: a * 2, spec, x, ordered=ordered)
    return result
