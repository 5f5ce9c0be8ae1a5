# structure args[0]: the host function gets nothing
import jax


def pure_callback_double(x):
    return jax.pure_callback(lambda: x * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), vmap_method="sequential")  # here
