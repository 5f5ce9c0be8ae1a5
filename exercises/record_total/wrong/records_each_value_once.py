# numbers test_recorded: a total that was seen before is not recorded again
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    if float(total) not in TOTALS:
        TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
