import jax
from jax.experimental import io_callback


CHECKS = (True, 2 > 1)


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * 2, spec, x, ordered=all(CHECKS))
