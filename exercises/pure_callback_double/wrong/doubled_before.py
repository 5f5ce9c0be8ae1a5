# structure args[0]: the host function gets what is doubled already
import jax


def pure_callback_double(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.pure_callback(lambda arr: arr, spec, x * 2, vmap_method="sequential")  # here
