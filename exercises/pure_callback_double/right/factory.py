# a factory makes the host function
import jax


def multiplier(factor):
    def multiply(arr):
        return (arr * factor).astype(arr.dtype)

    return multiply


def pure_callback_double(x):
    return jax.pure_callback(multiplier(2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")
