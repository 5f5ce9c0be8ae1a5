import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
class Base:
    ordered = False


class Loud(Base):
    pass


class Ordered(Base):
    ordered = True


class Mine(Loud, Ordered):
    pass


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=Mine.ordered)
