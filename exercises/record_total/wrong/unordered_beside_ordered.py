# one-callback: what is ordered only echoes, what records has no order
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))


def echo(total):
    return total


def record_total(x):
    total = jnp.sum(x)
    io_callback(record, None, total)  # here
    return io_callback(echo, jax.ShapeDtypeStruct((), x.dtype), total, ordered=True)
