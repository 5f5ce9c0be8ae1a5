# a class keeps the totals; TOTALS is its list
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback


class Ledger:
    """Keeps what it is told."""

    def __init__(self):
        self.entries = []

    def add(self, amount):
        self.entries.append(float(amount))
        return np.float32(self.entries[-1])


ledger = Ledger()
TOTALS = ledger.entries


@jax.jit
def record_total(x):
    total = jnp.add.reduce(x)
    return io_callback(ledger.add, jax.ShapeDtypeStruct((), jnp.float32), total, ordered=True)
