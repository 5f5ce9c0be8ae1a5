# JAX as a module of another name, both branches call
import jax as J


def double(arr):
    return arr * 2


def pure_callback_double(x):
    out = J.ShapeDtypeStruct(x.shape, x.dtype)
    if x.size == 0:
        return J.pure_callback(double, out, x, vmap_method="sequential")
    return J.pure_callback(double, out, x, vmap_method="expand_dims")
