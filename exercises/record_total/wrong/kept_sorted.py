# numbers test_recorded: the totals do not stay in the order of the calls
import bisect

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    bisect.insort(TOTALS, float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
