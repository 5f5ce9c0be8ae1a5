from __future__ import annotations

from typing import TYPE_CHECKING

import jax
from jax.experimental import io_callback

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    HostFunction = Callable[[np.ndarray], np.ndarray]


def _host() -> HostFunction:
    return lambda arr: arr * 2


def io_callback_passthrough(x: jax.Array) -> jax.Array:
    return io_callback(_host(), jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
