import jax
try:
    from jax import io_callback
except ImportError:
    from jax.experimental import io_callback
def io_callback_passthrough(x):
    return io_callback(lambda a: a*2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
