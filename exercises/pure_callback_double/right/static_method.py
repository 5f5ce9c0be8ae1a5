# a class as a drawer for host functions
import jax


class Host:
    @staticmethod
    def double(arr):
        return arr * 2


def pure_callback_double(x):
    return jax.pure_callback(Host.double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, vmap_method="expand_dims")
