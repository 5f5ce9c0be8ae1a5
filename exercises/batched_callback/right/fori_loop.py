# fori_loop over the rows, in order
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(row):
    ROWS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    spec = jax.ShapeDtypeStruct(xs.shape[1:], xs.dtype)

    def body(i, out):
        return out.at[i].set(io_callback(host, spec, xs[i], ordered=True))

    return jax.lax.fori_loop(0, xs.shape[0], body, jnp.zeros_like(xs))
