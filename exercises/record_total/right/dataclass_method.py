# a dataclass with a __call__ is the host function; eq=False leaves it its hash, which JAX needs
from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
from jax.experimental import io_callback


@dataclass(eq=False)
class Recorder:
    totals: list = field(default_factory=list)

    def __call__(self, total):
        self.totals.append(float(total))
        return total


recorder = Recorder()
TOTALS = recorder.totals


def record_total(x):
    total = jnp.sum(x)
    return io_callback(recorder, jax.ShapeDtypeStruct(total.shape, total.dtype), total, ordered=True)
