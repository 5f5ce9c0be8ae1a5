from typing import Any, Callable, NamedTuple

import jax
from jax.experimental import io_callback


class Request(NamedTuple):
    callback: Callable
    declaration: Any
    value: Any


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    request = Request(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
    return io_callback(request.callback, request.declaration, request.value, ordered=True)
