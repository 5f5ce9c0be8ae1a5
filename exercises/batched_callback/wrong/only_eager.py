# structure call: no callback once it is traced
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    if isinstance(xs, jax.core.Tracer):
        return xs * 2
    return jax.vmap(lambda row: io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row))(xs)  # here
