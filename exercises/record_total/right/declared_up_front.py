# the declaration of a scalar stands at the top, once for all calls
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

TOTALS: list[float] = []
SCALAR = jax.ShapeDtypeStruct((), np.float32)


def record(total: np.ndarray) -> np.ndarray:
    TOTALS.append(float(total))
    return total


def record_total(x: jax.Array) -> jax.Array:
    return io_callback(record, SCALAR, jnp.sum(x), ordered=True)
