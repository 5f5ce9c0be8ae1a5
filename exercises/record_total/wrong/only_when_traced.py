# structure return: behaves while it is traced, and takes another way when it is called
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = jnp.sum(x)
    if isinstance(total, jax.core.Tracer):
        return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), total, ordered=True)
    TOTALS.append(float(total))
    return total  # here
