import jax
from jax.experimental import io_callback as _temporary

host_call = _temporary
del _temporary


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return host_call(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
