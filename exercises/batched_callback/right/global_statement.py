# the list is bound anew by a global statement
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    global ROWS
    ROWS = [*ROWS, float(row.sum())]
    return row * 2


def batched_callback(xs):
    go = jax.vmap(lambda row: io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row))
    return jax.jit(go)(xs)
