# structure args[1]: the option of older versions, which is handed on to the host function now
import jax


def double(arr):
    return arr * 2


def pure_callback_double(x):
    return jax.pure_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vectorized=True)  # here
