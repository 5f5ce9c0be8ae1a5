# structure call: a loop over the rows in Python, written out
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    out = jnp.zeros_like(xs)
    spec = jax.ShapeDtypeStruct(xs.shape[1:], xs.dtype)
    for i in range(xs.shape[0]):
        out = out.at[i].set(io_callback(host, spec, xs[i], ordered=True))  # here
    return out
