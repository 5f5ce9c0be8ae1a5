# structure call: no host at all
import jax

ROWS = []


def batched_callback(xs):  # here
    ROWS.extend(xs.sum(axis=1).tolist())
    return jax.vmap(lambda row: row * 2)(xs)
