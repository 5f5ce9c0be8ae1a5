# scan that counts the rows, and takes the second part by its index
import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    def body(count, row):
        return count + 1, io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row)

    return lax.scan(body, init=jnp.int32(0), xs=xs)[1]
