# the sum as a loop on the device
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS: list[float] = []


def keep(total):
    TOTALS.append(float(total))
    return total


def add_up(x):
    """Sum by hand."""
    total, _ = jax.lax.scan(lambda acc, v: (acc + v, None), jnp.zeros((), x.dtype), x)
    return total


def record_total(x):
    total = add_up(x)
    spec = jax.ShapeDtypeStruct(jnp.shape(total), jnp.result_type(total))
    return io_callback(keep, spec, total, ordered=True)
