# numbers test_example: a dataclass that compares by value has no hash, and JAX needs one
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
from jax.experimental import io_callback


@dataclass
class Recorder:
    totals: list = field(default_factory=list)

    def __call__(self, total):
        self.totals.append(float(total))
        return total


recorder = Recorder()
TOTALS = recorder.totals


def record_total(x):
    return io_callback(recorder, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)  # here
