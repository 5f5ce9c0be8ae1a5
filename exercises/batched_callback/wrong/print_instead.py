# structure call: printing is no list
import jax

ROWS = []


def one(row):
    jax.debug.print("{}", row.sum())
    return row * 2


def batched_callback(xs):
    return jax.vmap(one)(xs)
