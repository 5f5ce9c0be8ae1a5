# a match statement on the number of dimensions
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    match x.ndim:
        case 1:
            total = jnp.sum(x)
        case _:
            raise ValueError("one dimension, please")
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), total, ordered=True)
