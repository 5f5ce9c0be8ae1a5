import jax
from jax.experimental import io_callback


@jax.jit(static_argnames=["factor"])
def io_callback_passthrough(x, factor=2):
    return io_callback(lambda a: a * factor, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
