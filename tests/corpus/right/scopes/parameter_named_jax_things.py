import jax
from jax.experimental import io_callback


def double(io_callback_passthrough):
    return io_callback_passthrough * 2


def io_callback_passthrough(double_me):
    result_shape_dtypes = jax.ShapeDtypeStruct(double_me.shape, double_me.dtype)
    ordered = True
    return io_callback(double, result_shape_dtypes, double_me, ordered=ordered)
