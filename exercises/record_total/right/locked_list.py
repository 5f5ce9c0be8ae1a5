# a lock guards the list: JAX may call from another thread
import threading

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []
_lock = threading.Lock()


def record(total):
    with _lock:
        TOTALS.append(total.item())
    return total


def record_total(x):
    total = jnp.sum(x, keepdims=False)
    return io_callback(record, jax.ShapeDtypeStruct((), total.dtype), total, ordered=True)
