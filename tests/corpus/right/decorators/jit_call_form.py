import jax
from jax.experimental import io_callback


def _solve(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)


io_callback_passthrough = jax.jit(_solve, inline=True)
