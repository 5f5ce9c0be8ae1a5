import jax
from jax.experimental import io_callback


class Ops:
    @staticmethod
    @jax.jit
    def run(x):
        return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)


def io_callback_passthrough(x):
    return Ops.run(x)
