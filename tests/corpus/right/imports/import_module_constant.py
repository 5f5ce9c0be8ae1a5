import importlib

import jax

experimental = importlib.import_module("jax.experimental")


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    return experimental.io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
