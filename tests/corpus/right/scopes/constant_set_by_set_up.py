import jax
from jax.experimental import io_callback


ORDERED = None


def _configure(value):
    global ORDERED
    ORDERED = value


_configure(True)


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ORDERED)
