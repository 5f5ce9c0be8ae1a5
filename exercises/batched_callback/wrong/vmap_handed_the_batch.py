# structure call: the callback gets the whole batch, vmap only doubles
import jax
from jax.experimental import io_callback

ROWS = []


def host(xs):
    ROWS.extend(float(row.sum()) for row in xs)
    return xs


def batched_callback(xs):
    same = io_callback(host, jax.ShapeDtypeStruct(xs.shape, xs.dtype), xs, ordered=True)  # here
    return jax.lax.map(lambda row: row * 2, same)
