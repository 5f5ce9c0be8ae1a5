# the host function scales by anything, a partial says by what
import functools

import jax
import numpy as np


def scale(factor, arr):
    return np.asarray(arr) * factor


def pure_callback_double(x):
    return jax.pure_callback(
        functools.partial(scale, 2), jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="broadcast_all"
    )
