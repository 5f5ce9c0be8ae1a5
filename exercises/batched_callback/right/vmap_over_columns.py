# the other axis, of the transpose
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def one(column):
    return io_callback(host, jax.ShapeDtypeStruct(column.shape, column.dtype), column)


def batched_callback(xs):
    return jax.vmap(one, in_axes=1, out_axes=0)(xs.T)
