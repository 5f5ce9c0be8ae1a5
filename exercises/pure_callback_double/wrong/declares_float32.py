# structure result_shape_dtypes.dtype: the dtype is fixed
import jax
import jax.numpy as jnp


def pure_callback_double(x):
    spec = jax.ShapeDtypeStruct(x.shape, jnp.float32)  # here
    return jax.pure_callback(lambda arr: arr * 2, spec, x, vmap_method="sequential")
