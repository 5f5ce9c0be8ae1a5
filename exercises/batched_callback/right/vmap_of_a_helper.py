# vmap of a function of one row
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def one_row(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)


def batched_callback(xs):
    return jax.vmap(one_row)(xs)
