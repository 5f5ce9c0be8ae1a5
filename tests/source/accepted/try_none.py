import jax
try:
    from jax.experimental import io_callback
except ImportError:
    io_callback = None
def io_callback_passthrough(x):
    if io_callback is None:
        raise RuntimeError("needs jax")
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
