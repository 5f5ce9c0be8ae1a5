# numbers test_rows: the list stays empty
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    return row * 2


def batched_callback(xs):
    return jax.vmap(lambda row: io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row))(xs)
