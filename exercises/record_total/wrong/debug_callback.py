# structure call: debug.callback gives nothing back
import jax
import jax.numpy as jnp

TOTALS = []


def record_total(x):
    total = jnp.sum(x)
    jax.debug.callback(lambda t: TOTALS.append(float(t)), total, ordered=True)  # here
    return total
