# jnp.vectorize with a signature
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def one(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)


def batched_callback(xs):
    return jnp.vectorize(one, signature="(n)->(n)")(xs)
