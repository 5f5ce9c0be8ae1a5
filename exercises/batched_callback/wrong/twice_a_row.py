# numbers test_rows: each row is seen twice
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def one(row):
    spec = jax.ShapeDtypeStruct(row.shape, row.dtype)
    io_callback(host, spec, row)
    return io_callback(host, spec, row)


def batched_callback(xs):
    return jax.vmap(one)(xs)
