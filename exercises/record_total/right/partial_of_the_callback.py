# the options are fixed once with functools.partial
import functools

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []

call_in_order = functools.partial(io_callback, ordered=True)


def remember(where, value):
    where.append(float(value))
    return value


def record_total(x):
    total = jnp.sum(x)
    like_total = jax.ShapeDtypeStruct(total.shape, total.dtype)
    return call_in_order(functools.partial(remember, TOTALS), like_total, total)
