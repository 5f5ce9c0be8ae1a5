# lax.map, ordered
import jax
from jax import lax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    def go(row):
        return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row, ordered=True)

    return lax.map(go, xs)
