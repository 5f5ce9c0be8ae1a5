import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    @jax.jit
    def inner(v):
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(v.shape, v.dtype), v, ordered=True)

    return inner(x)
