# the function of one row is decorated, and unordered in so many words
import jax
import numpy as np
from jax.experimental import io_callback

ROWS = []


def host(row):
    row = np.asarray(row)
    ROWS.append(row.sum().item())
    return row + row


@jax.vmap
def each_row(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row, ordered=False)


def batched_callback(xs: jax.Array) -> jax.Array:
    return each_row(xs)
