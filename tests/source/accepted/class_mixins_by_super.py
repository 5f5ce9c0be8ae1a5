import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Options:
    def options(self):
        return {}


class Quiet(Options):
    def options(self):
        return super().options()


class Ordered(Options):
    def options(self):
        return {**super().options(), "ordered": True}


class Mine(Quiet, Ordered):
    pass


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * 2, spec, x, **Mine().options())
