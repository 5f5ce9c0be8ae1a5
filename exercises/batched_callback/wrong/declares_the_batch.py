# numbers: a row does not have the shape of the batch
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    spec = jax.ShapeDtypeStruct(xs.shape, xs.dtype)
    return jax.vmap(lambda row: io_callback(host, spec, row))(xs)
