# scan, with nothing to carry
import jax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def step(carry, row):
    doubled = io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row, ordered=True)
    return carry, doubled


def batched_callback(xs):
    _, ys = jax.lax.scan(step, None, xs)
    return ys
