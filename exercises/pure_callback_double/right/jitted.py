# jitted by a decorator
import jax
import numpy as np


def double(arr):
    return np.multiply(arr, 2)


@jax.jit
def pure_callback_double(x):
    shape_and_dtype = jax.ShapeDtypeStruct(x.shape, x.dtype)
    doubled = jax.pure_callback(double, shape_and_dtype, x, vmap_method="sequential")
    return doubled
