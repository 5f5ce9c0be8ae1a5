# structure return: the doubling is done by JAX, on what the host gave back
import jax


def pure_callback_double(x):
    same = jax.pure_callback(lambda arr: arr, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")
    return same * 2  # here
