import jax
from jax.experimental import io_callback


class _Host:
    __factor = 2

    @classmethod
    def __scale(cls, arr):
        return arr * cls.__factor

    @classmethod
    def run(cls, x):
        return io_callback(cls.__scale, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)


def io_callback_passthrough(x):
    return _Host.run(x)
