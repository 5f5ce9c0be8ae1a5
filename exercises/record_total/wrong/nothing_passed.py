# structure args: the total reaches the host function through its closure, which cannot be traced
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record_total(x):
    total = jnp.sum(x)

    def record():
        TOTALS.append(float(total))
        return total

    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), ordered=True)  # here
