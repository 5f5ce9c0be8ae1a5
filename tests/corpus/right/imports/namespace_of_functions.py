from types import SimpleNamespace

import jax

j = SimpleNamespace(call=jax.experimental.io_callback, spec=jax.ShapeDtypeStruct)


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return j.call(double, j.spec(x.shape, x.dtype), x, ordered=True)
