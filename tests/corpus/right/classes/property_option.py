import jax
from jax.experimental import io_callback


class Options:
    @property
    def ordered(self):
        return True


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=Options().ordered)
