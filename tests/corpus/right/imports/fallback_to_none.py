import jax

try:
    from jax.experimental import io_callback
except ImportError:
    io_callback = None


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    if io_callback is None:
        raise RuntimeError("this JAX has no io_callback")
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
