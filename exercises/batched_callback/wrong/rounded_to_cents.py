# numbers test_rows: two digits are not the sum
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(round(float(row.sum()), 2))
    return row * 2


def batched_callback(xs):
    def one(row):
        return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)

    return jax.vmap(one)(xs)
