# the compiled part is a function inside; options come from a dict
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS: list[float] = []
OPTIONS = {"ordered": True}


def _record(value):
    TOTALS.append(float(value))
    return value


def record_total(x: jax.Array) -> jax.Array:
    @jax.jit
    def run(values):
        total = values.sum(dtype=values.dtype)
        return io_callback(_record, jax.ShapeDtypeStruct((), values.dtype), total, **OPTIONS)

    out = run(x)
    return out
