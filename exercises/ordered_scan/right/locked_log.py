# a lock around the log
import threading

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG: list[float] = []
_lock = threading.Lock()


def write(total) -> None:
    with _lock:
        LOG.append(total.item())


def ordered_scan(xs: jax.Array) -> jax.Array:
    def step(total, x):
        total = jnp.add(total, x)
        io_callback(write, None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.zeros((), xs.dtype), xs)[1]
