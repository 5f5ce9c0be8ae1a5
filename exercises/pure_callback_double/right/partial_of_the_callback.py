# the options are bound first, by a partial
from functools import partial

import jax

pure_host_call = partial(jax.pure_callback, vmap_method="expand_dims")


def double(arr):
    return arr * 2


def pure_callback_double(x):
    return pure_host_call(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
