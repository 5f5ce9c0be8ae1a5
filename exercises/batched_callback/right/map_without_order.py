# lax.map of a lambda, without order, jitted
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


@jax.jit
def batched_callback(xs):
    like_a_row = jax.ShapeDtypeStruct((xs.shape[1],), xs.dtype)
    return jax.lax.map(lambda row: io_callback(host, like_a_row, row), xs)
