# structure ordered: it is given to the partial of the host function
import functools

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total, ordered=False):
    TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(functools.partial(record, ordered=True), jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x))  # here
