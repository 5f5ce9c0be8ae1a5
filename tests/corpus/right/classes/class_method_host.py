import jax
from jax.experimental import io_callback


class Host:
    factor = 2

    @classmethod
    def double(cls, arr):
        return arr * cls.factor


def io_callback_passthrough(x):
    return io_callback(Host.double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
