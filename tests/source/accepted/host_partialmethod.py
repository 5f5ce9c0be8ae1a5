import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from functools import partialmethod


class Host:
    def scale(self, factor, a):
        return a * factor

    double = partialmethod(scale, 2)


def io_callback_passthrough(x):
    return io_callback(Host().double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
