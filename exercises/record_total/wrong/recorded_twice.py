# numbers test_recorded: once by the callback, once by Python while it is traced or run
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = jnp.sum(x)
    if not isinstance(total, jax.core.Tracer):
        TOTALS.append(float(total))
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), total, ordered=True)
