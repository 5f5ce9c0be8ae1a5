# numbers test_recorded: the list is a new one at each call
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS: list[float] = []


def record_total(x):
    TOTALS = []

    def record(total):
        TOTALS.append(float(total))
        return total

    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
