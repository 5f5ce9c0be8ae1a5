# the entrypoint itself is the vmapped function
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


@jax.jit
@jax.vmap
def batched_callback(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)
