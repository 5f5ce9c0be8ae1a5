# structure call: the wrong tool for a function without side effects
import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def pure_callback_double(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x)  # here
