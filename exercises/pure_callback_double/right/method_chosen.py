# the method depends on what the file says, and is right either way
import jax

ELEMENTWISE = True


def double(arr):
    return arr * 2


def pure_callback_double(x):
    method = "expand_dims" if ELEMENTWISE else "sequential"
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    y = jax.pure_callback(double, spec, x, vmap_method=method)
    return jax.block_until_ready(y)
