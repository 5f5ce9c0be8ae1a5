# structure call: appends while it runs as Python, so a compiled function would append once
import jax.numpy as jnp

TOTALS = []


def record_total(x):
    total = jnp.sum(x)
    TOTALS.append(float(total))
    return total  # here
