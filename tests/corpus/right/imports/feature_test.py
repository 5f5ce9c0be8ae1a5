import jax

if hasattr(jax.experimental, "io_callback"):
    from jax.experimental import io_callback
else:
    raise ImportError("io_callback is missing")


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
