import jax

try:
    from jax.experimental import io_callback
except ImportError as error:
    raise ImportError("JAX 0.4.30 or newer is needed") from error


def io_callback_passthrough(x):
    def double(arr):
        return arr * 2

    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
