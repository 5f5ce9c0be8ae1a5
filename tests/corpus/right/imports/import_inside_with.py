import contextlib

import jax


def io_callback_passthrough(x):
    with contextlib.nullcontext():
        from jax.experimental import io_callback as io

        return io(lambda arr: arr * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
