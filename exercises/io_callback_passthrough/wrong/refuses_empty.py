# numbers test_empty: an empty array is an array
import jax
from jax.experimental import io_callback


def double(arr):
    if arr.size == 0:
        raise ValueError("nothing to double")
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
