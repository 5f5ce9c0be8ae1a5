"""Model answer: a callback for every row."""

import jax
from jax.experimental import io_callback

ROWS: list[float] = []


def handle(row):
    """Keep the row's sum and double the row."""
    ROWS.append(float(row.sum()))
    return row * 2


def on_host(row):
    """Hand one row to the host."""
    return io_callback(handle, jax.ShapeDtypeStruct(row.shape, row.dtype), row)


def batched_callback(xs: jax.Array) -> jax.Array:
    """Return ``xs`` doubled row by row on the host."""
    return jax.vmap(on_host)(xs)
