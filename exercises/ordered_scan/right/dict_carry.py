# the carry is a dict with the step number beside the total
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

LOG = []


def ordered_scan(xs):
    def step(state, x):
        state = {"total": state["total"] + x, "step": state["step"] + 1}
        io_callback(lambda t, n: LOG.append(float(t)), None, state["total"], state["step"], ordered=True)
        return state, state["total"]

    start = {"total": jnp.float32(0), "step": jnp.int32(0)}
    final, totals = jax.lax.scan(step, start, xs)
    return totals
