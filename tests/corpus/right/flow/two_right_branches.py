import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    if x.size > 1000:
        return io_callback(lambda a: a + a, spec, x, ordered=True)
    return io_callback(lambda a: a * 2, spec, x, ordered=True)
