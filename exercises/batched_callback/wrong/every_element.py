# numbers test_rows: vectorize without a signature goes through the elements
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(value):
    ROWS.append(float(value.sum()))
    return value * 2


@jnp.vectorize
def batched_callback(value):
    return io_callback(host, jax.ShapeDtypeStruct(value.shape, value.dtype), value)
