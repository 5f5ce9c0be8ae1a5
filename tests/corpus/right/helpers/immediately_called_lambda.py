import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return (lambda s, f: io_callback(f, s, x, ordered=True))(jax.ShapeDtypeStruct(x.shape, x.dtype), lambda a: a * 2)
