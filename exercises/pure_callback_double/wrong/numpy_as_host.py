# structure callback: the host function is not written in the file
import jax
import numpy as np


def pure_callback_double(x):
    return jax.pure_callback(np.positive, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="sequential")  # here
