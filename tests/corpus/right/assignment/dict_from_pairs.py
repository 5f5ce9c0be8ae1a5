import jax
from jax.experimental import io_callback


CONFIG = dict([("sharding", None)], ordered=True)


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **CONFIG)
