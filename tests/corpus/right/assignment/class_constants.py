import jax
from jax.experimental import io_callback


class Settings:
    FACTOR = 2
    ORDERED = True


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * Settings.FACTOR, spec, x, ordered=Settings.ORDERED)
