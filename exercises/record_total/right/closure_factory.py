# a factory makes the host function around its list
import jax
import jax.numpy as jnp
from jax.experimental import io_callback


def make_recorder():
    totals: list[float] = []

    def recorder(value):
        totals.append(float(value))
        return value

    return recorder, totals


_recorder, TOTALS = make_recorder()


def record_total(x):
    s = jnp.sum(x)
    result = io_callback(_recorder, jax.ShapeDtypeStruct(s.shape, s.dtype), s, ordered=True)
    return jax.block_until_ready(result)
