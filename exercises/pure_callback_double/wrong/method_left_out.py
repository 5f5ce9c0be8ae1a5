# structure vmap_method: without a method it cannot be vmapped
import jax


def double(arr):
    return arr * 2


def pure_callback_double(x):
    return jax.pure_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x)  # here
