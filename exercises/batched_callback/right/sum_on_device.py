# the sum is made on the device and handed over beside the row
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(row, total):
    ROWS.append(float(total))
    return row * 2


def one(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row, jnp.sum(row))


def batched_callback(xs):
    return jax.vmap(one)(xs)
