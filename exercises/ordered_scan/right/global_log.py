# the log grows through a global
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def log(total):
    global LOG
    LOG = LOG + [float(total)]


def ordered_scan(xs):
    def step(total, x):
        return (total := total + x), (io_callback(log, None, total, ordered=True), total)[1]

    return jax.lax.scan(step, jnp.zeros((), xs.dtype), xs)[1]
