import jax
from grader import GIVEN, HOST


def pure_callback_double(x):
    return jax.pure_callback(HOST, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method=GIVEN)
