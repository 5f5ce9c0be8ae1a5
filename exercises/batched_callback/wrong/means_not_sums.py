# numbers test_rows: the mean of a row is not its sum
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.mean()))
    return row * 2


def batched_callback(xs):
    return jax.vmap(lambda row: io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row))(xs)
