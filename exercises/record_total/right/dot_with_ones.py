# a sum is a dot product with ones; the function is jitted afterwards
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    """Runs on the host: a NumPy scalar comes in and goes out."""
    value = float(total)
    TOTALS.append(value)
    return total


def _record_total(x):
    total = jnp.dot(x, jnp.ones_like(x))
    is_ordered = True
    return io_callback(record, jax.ShapeDtypeStruct(total.shape, total.dtype), total, ordered=is_ordered)


record_total = jax.jit(_record_total)
