import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    def outer():
        def middle():
            def inner():
                return io_callback(host, spec, x, ordered=order)

            return inner()

        order = True
        return middle()

    def host(arr):
        return arr * 2

    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return outer()
