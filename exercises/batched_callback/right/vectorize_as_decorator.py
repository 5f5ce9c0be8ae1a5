# jnp.vectorize through a partial, as a decorator
from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


@partial(jnp.vectorize, signature="(n)->(n)")
def batched_callback(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)
