# structure result_shape_dtypes: the array stands where its declaration belongs
import jax


def pure_callback_double(x):
    return jax.pure_callback(lambda arr: arr * 2, x, x, vmap_method="sequential")  # here
