# the last of the running totals, with a zero in front for the empty array
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(t):
    TOTALS.append(float(t))
    return t


def record_total(x):
    running = jnp.cumsum(jnp.concatenate((jnp.zeros((1,), x.dtype), x)))
    total = running[-1]
    result = io_callback(record, jax.ShapeDtypeStruct(total.shape, total.dtype), total, ordered=True)
    return result
