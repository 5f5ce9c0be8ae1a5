import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    spec = declaration = jax.ShapeDtypeStruct(x.shape, x.dtype)
    out = result = io_callback(lambda a: a * 2, declaration, x, ordered=True)
    return out
