import jax
from jax.experimental import io_callback


MODE = "strict"


def io_callback_passthrough(x):
    ordered = True if MODE == "strict" else False
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ordered)
