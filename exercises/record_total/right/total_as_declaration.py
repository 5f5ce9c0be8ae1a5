# the total itself says what comes back: same shape, same dtype
from jax import numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def host_record(t):
    TOTALS.append(float(t))
    return t


def record_total(x):
    t = jnp.sum(x, axis=0)
    return io_callback(host_record, t, t, ordered=True)
