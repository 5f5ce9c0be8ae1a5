# longer spellings of the array's own shape and dtype
import jax
import jax.numpy as jnp


def double(arr):
    return arr * 2


def pure_callback_double(x):
    x = jnp.asarray(x)
    (n,) = x.shape
    return jax.pure_callback(double, jax.ShapeDtypeStruct((n,), jnp.result_type(x)), x, vmap_method="sequential")
