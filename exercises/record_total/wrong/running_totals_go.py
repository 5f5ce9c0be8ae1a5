# trace: every running total goes to the host, which keeps the last one
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

TOTALS = []


def record(totals):
    total = totals[-1] if totals.size else np.float32(0)
    TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.cumsum(x), ordered=True)  # here
