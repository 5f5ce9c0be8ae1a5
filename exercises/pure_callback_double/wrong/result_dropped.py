# structure return: the callback is called and its result dropped
import jax


def pure_callback_double(x):
    jax.pure_callback(lambda arr: arr * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")
    return x + x  # here
