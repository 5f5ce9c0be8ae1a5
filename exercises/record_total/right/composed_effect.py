# a function that has an effect and hands its argument on, made of any effect
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS: list[float] = []


def with_effect(effect):
    """Return the identity, with an effect."""

    def identity(value):
        effect(float(value))
        return value

    return identity


record = with_effect(TOTALS.append)


def record_total(x):
    total = jnp.sum(x)
    return io_callback(record, jax.ShapeDtypeStruct(total.shape, total.dtype), total, ordered=True)
