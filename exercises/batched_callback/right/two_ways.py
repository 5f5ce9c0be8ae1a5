# few rows keep their order, many do not: each branch goes another way
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    spec = jax.ShapeDtypeStruct(xs.shape[1:], xs.dtype)
    if len(xs) > 4:
        return jax.vmap(lambda row: io_callback(host, spec, row))(xs)
    return jax.lax.map(lambda row: io_callback(host, spec, row, ordered=True), xs)
