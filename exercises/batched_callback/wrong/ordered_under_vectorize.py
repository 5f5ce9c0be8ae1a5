# structure ordered: jnp.vectorize is vmap, too
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []
OPTIONS = {"ordered": True}


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def one(row):
    return io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row, **OPTIONS)


def batched_callback(xs):
    return jnp.vectorize(one, signature="(n)->(n)")(xs)
