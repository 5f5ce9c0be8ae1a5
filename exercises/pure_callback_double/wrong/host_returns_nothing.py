# numbers: the host function has no `return`
import jax


def double(arr):
    arr * 2


def pure_callback_double(x):
    return jax.pure_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")
