# numbers test_example: JAX knows no such method
import jax


def double(arr):
    return arr * 2


def pure_callback_double(x):
    return jax.pure_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="expand")  # here
