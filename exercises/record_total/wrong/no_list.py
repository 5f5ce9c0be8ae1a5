# numbers test_recorded: the list is not in the file under its name
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

totals = []


def record(total):
    totals.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
