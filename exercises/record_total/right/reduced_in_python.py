# functools.reduce adds the elements up while the function is traced
import functools

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


@jax.jit
def record_total(x):
    total = functools.reduce(jnp.add, x, jnp.float32(0))
    return io_callback(record, jax.ShapeDtypeStruct((), jnp.float32), total, ordered=True)
