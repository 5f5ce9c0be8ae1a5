# scans over positions beside the elements; the host gets both
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG: list[float] = []


def log(position, total):
    assert position >= 0
    LOG.append(float(total))


def ordered_scan(xs):
    def step(total, item):
        i, x = item
        total = total + x
        io_callback(log, None, i, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.float32(0), (jnp.arange(xs.shape[0]), xs))[1]
