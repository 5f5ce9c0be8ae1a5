# the host function works in place, in its own copy
import jax
import numpy as np


def double(arr):
    out = np.array(arr)
    out *= 2
    return out


def pure_callback_double(x):
    result_type = jax.ShapeDtypeStruct(dtype=x.dtype, shape=x.shape)
    result = jax.pure_callback(double, result_type, x, vmap_method="broadcast_all")
    return result
