# a decorator turns a host function into one that can be called on the device
from functools import wraps

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def runs_on_host(f):
    @wraps(f)
    def on_device(total):
        return io_callback(f, jax.ShapeDtypeStruct((), total.dtype), total, ordered=True)

    return on_device


@runs_on_host
def record(total):
    TOTALS.append(float(total))
    return total


@jax.jit
def record_total(x):
    return record(jnp.sum(x))
