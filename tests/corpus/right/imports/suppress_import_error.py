import contextlib

import jax
from jax.experimental import io_callback

with contextlib.suppress(ImportError):
    import jaxtyping  # only used by the editor


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
