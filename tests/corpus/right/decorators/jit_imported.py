from jax import ShapeDtypeStruct, jit
from jax.experimental import io_callback


@jit
def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
