# names imported one by one, the method from a constant of the file
from jax import Array, ShapeDtypeStruct, pure_callback

METHOD = "expand_dims"


def double(arr):
    return arr + arr


def pure_callback_double(x: Array) -> Array:
    out = ShapeDtypeStruct(x.shape, x.dtype)
    return pure_callback(double, out, x, vmap_method=METHOD)
