# checks its input first, and casts the total
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS: list[float] = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    if x.ndim != 1:
        raise ValueError(f"expected one dimension, got {x.ndim}")
    assert x.dtype == jnp.float32, "only float32"
    total = jnp.sum(x).astype(jnp.float32)
    recorded = io_callback(record, jax.ShapeDtypeStruct((), jnp.float32), total, ordered=True)
    return recorded
