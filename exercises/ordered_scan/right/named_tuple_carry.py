# a named tuple as the carry
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG: list[float] = []


class State(NamedTuple):
    total: jax.Array


def log(total):
    LOG.append(float(total))


def ordered_scan(xs):
    def step(state: State, x: jax.Array):
        total = state.total + x
        io_callback(log, None, total, ordered=True)
        return State(total), total

    _, totals = jax.lax.scan(step, State(jnp.float32(0)), xs)
    return totals
