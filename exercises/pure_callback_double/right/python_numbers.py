# plain Python on the host, one number after the other
import jax
import numpy as np


def double(arr):
    return np.array([value * 2 for value in arr], dtype=arr.dtype)


def pure_callback_double(x):
    return jax.pure_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")
