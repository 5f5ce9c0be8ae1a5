# a helper for any elementwise host function
import jax


def elementwise(function, value, *, method="expand_dims"):
    spec = jax.ShapeDtypeStruct(value.shape, value.dtype)
    return jax.pure_callback(function, spec, value, vmap_method=method)


def pure_callback_double(x):
    return elementwise(lambda arr: arr * 2, x)
