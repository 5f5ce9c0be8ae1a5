# vmap with its axes by a partial, used as a decorator
from functools import partial

import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    @partial(jax.vmap, in_axes=(0,))
    def go(row):
        return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)

    return go(xs)
