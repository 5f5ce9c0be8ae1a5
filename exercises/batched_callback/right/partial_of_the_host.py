# the list is bound to the host function; the sums are Python's
from functools import partial

import jax
from jax.experimental import io_callback

ROWS = []


def host(kept, row):
    kept += [sum(row.tolist())]
    return row * 2


def batched_callback(xs):
    spec = jax.ShapeDtypeStruct(xs[0].shape, xs.dtype)
    return jax.lax.map(partial(io_callback, partial(host, ROWS), spec), xs)
