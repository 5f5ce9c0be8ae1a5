import functools as ft

import jax
from jax.experimental import io_callback


def scaled(a, b, arr):
    return a * b * arr


def io_callback_passthrough(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(ft.partial(ft.partial(scaled, 2), 1), spec, x, ordered=True)
