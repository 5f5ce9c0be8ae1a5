# the list is made anew with +=, through a global
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

TOTALS = []


def record(total):
    global TOTALS
    TOTALS += [float(total)]
    return np.asarray(total, dtype=np.float32)


def record_total(x):
    """Sum x, and let the host write the sum down."""
    return io_callback(
        record,
        jax.ShapeDtypeStruct(dtype=jnp.float32, shape=()),
        jnp.sum(x),
        ordered=True,
    )
