# with types for everything
from typing import TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

Carry: TypeAlias = jax.Array
LOG: list[float] = []
IN_ORDER: bool = True


def _log(total: np.ndarray) -> None:
    LOG.append(float(total))


def _step(total: Carry, x: jax.Array) -> tuple[Carry, jax.Array]:
    total = total + x
    io_callback(_log, None, total, ordered=IN_ORDER)
    return total, total


def ordered_scan(xs: jax.Array) -> jax.Array:
    init: Carry = jnp.zeros((), dtype=xs.dtype)
    totals: jax.Array = jax.lax.scan(_step, init, xs)[1]
    return totals
