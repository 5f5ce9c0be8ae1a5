# a name bound to what vmap makes
from jax import ShapeDtypeStruct, vmap
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def _row(row):
    return io_callback(host, ShapeDtypeStruct(row.shape, row.dtype), row)


batched_callback = vmap(_row, in_axes=0, out_axes=0)
