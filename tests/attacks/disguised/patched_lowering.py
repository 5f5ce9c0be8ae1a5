import jax
import numpy as np
from jax.experimental import io_callback
from jax.extend.core.primitives import io_callback_p
from jax.interpreters import mlir

mlir.register_lowering(io_callback_p, lambda *a, **k: None)


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
