# structure callback: the host function is called, not passed
import jax


def double(arr):
    return arr * 2


def pure_callback_double(x):
    return jax.pure_callback(double(x), jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")  # here
