# einsum adds up; the declaration has a list for a shape
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

TOTALS: list[float] = []


def record(total: np.ndarray) -> np.float32:
    """Called by JAX, on the host, at every call."""
    TOTALS.append(float(total))
    return np.float32(total)


def record_total(x: jax.Array) -> jax.Array:
    total = jnp.einsum("i->", x)
    return io_callback(record, jax.ShapeDtypeStruct([], np.float32), total, ordered=True)
