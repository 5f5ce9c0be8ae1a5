import jax
from jax.experimental import io_callback


USE_PLAIN_JAX = False


def io_callback_passthrough(x):
    if USE_PLAIN_JAX:
        return x * 2
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
