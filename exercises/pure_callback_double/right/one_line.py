# everything in the call
import jax


def pure_callback_double(x):
    return jax.pure_callback(lambda arr: arr * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")
