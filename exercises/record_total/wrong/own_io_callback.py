# structure call: a function of the same name that runs on the spot
import jax.numpy as jnp

TOTALS = []


def io_callback(function, like, *args, ordered=False):
    return function(*args)


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = jnp.sum(x)
    return io_callback(record, total, total, ordered=True)  # here
