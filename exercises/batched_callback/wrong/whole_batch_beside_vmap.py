# structure call: vmap doubles, and one callback keeps the sums
import jax
from jax.experimental import io_callback

ROWS = []


def host(xs):
    ROWS.extend(xs.sum(axis=1).tolist())


def batched_callback(xs):
    io_callback(host, None, xs)  # here
    return jax.vmap(lambda row: row * 2)(xs)
