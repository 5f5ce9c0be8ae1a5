# numbers test_recorded: TOTALS is to be a list
from collections import deque

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = deque()


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
