# two arguments to vmap, and the row's number is not used
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.extend([float(row.sum())])
    return row * 2


def one(number, row):
    del number
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)


def batched_callback(xs):
    result = jax.vmap(one, in_axes=(0, 0))(jnp.arange(xs.shape[0]), xs)
    return jax.block_until_ready(result)
