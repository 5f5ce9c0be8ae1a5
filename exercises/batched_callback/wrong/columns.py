# numbers: the columns, not the rows
import jax
from jax.experimental import io_callback

ROWS = []


def host(column):
    ROWS.append(float(column.sum()))
    return column * 2


def one(column):
    return io_callback(host, jax.ShapeDtypeStruct(column.shape, column.dtype), column)


def batched_callback(xs):
    return jax.vmap(one, in_axes=1, out_axes=1)(xs)
