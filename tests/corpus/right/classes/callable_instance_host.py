import jax
from jax.experimental import io_callback


class Doubler:
    def __call__(self, arr):
        return arr * 2


def io_callback_passthrough(x):
    return io_callback(Doubler(), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
