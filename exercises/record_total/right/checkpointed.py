# the sum is a checkpoint, as if it were a large computation
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


@jax.checkpoint
def total_of(x):
    return jnp.sum(x)


def record(value):
    TOTALS.append(float(value))
    return value


def record_total(x):
    value = total_of(x)
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), value, ordered=True)
