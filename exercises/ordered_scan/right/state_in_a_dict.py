# the log lives in a dict of state
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

STATE = {"log": [], "calls": 0}
LOG = STATE["log"]


def host(total):
    STATE["calls"] += 1
    STATE["log"].append(float(total))


def ordered_scan(xs):
    def step(total, x):
        total = total + x
        io_callback(host, None, total, ordered=True)
        return total, total

    return jax.lax.scan(step, jnp.zeros((), xs.dtype), xs)[1]
