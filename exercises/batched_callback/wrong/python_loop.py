# structure call: a loop over the rows in Python grows with the batch
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def one(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)  # here


def batched_callback(xs):
    return jnp.stack([one(row) for row in xs])
