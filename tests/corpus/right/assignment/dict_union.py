import jax
from jax.experimental import io_callback


DEFAULTS = {"ordered": False, "sharding": None}


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    options = DEFAULTS | {"ordered": True}
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, **options)
