import jax
from jax import experimental


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return experimental.io_callback(double, spec, x, ordered=True)
