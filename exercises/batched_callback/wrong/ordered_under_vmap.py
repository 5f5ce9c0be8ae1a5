# structure ordered: an ordered callback cannot be vmapped
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def one(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row, ordered=True)  # here


def batched_callback(xs):
    return jax.vmap(one)(xs)
