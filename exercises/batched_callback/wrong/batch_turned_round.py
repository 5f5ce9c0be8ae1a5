# trace: a loop of one round whose callback gets the whole batch, turned round
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(columns):
    ROWS.extend(columns.sum(axis=0).tolist())
    return columns.T * 2


def batched_callback(xs):
    def one(columns):
        return io_callback(host, jax.ShapeDtypeStruct(xs.shape, xs.dtype), columns)  # here

    return jax.lax.map(one, xs.T[None])[0]
