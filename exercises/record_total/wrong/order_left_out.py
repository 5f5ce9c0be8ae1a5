# structure ordered: left out
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


@jax.jit
def record_total(x):
    total = jnp.sum(x)
    return io_callback(record, jax.ShapeDtypeStruct(total.shape, total.dtype), total)  # here
