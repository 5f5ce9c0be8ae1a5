# the call is named for the profiler
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    with jax.named_scope("total"):
        total = jnp.sum(x)
    with jax.named_scope("record"):
        return io_callback(record, jax.ShapeDtypeStruct((), total.dtype), total, ordered=True)
