# trace: vmap runs over the numbers of the rows, and the host function gets the whole batch each time
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

ROWS = []


def host(xs, i):
    ROWS.append(float(xs[i].sum()))
    return xs[i] * 2


def batched_callback(xs):
    spec = jax.ShapeDtypeStruct(xs.shape[1:], xs.dtype)
    return jax.vmap(lambda i: io_callback(host, spec, xs, i))(jnp.arange(xs.shape[0]))  # here
