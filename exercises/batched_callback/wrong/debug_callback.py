# structure call: the doubling is JAX's, the list is filled by a debugging aid
import jax

ROWS = []


def one(row):
    jax.debug.callback(lambda r: ROWS.append(float(r.sum())), row)  # here
    return row * 2


def batched_callback(xs):
    return jax.vmap(one)(xs)
