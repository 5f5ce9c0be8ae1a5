import jax
import numpy as np
from jax.experimental import io_callback
from jax._src import callback
from jax._src.interpreters import mlir

mlir._lowerings[callback.io_callback_p] = None


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
