# structure result_shape_dtypes: `None` declares that nothing comes back
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))


def record_total(x):
    return io_callback(record, None, jnp.sum(x), ordered=True)  # here
