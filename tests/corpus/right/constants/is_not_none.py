import jax
from jax.experimental import io_callback


HOST_FACTOR = 2


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * HOST_FACTOR, spec, x, ordered=HOST_FACTOR is not None)
