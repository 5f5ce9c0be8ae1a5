# adds up in a fori_loop
import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    zeros = jnp.concatenate([x, jnp.zeros(1, x.dtype)])
    total = lax.fori_loop(0, zeros.size, lambda i, acc: acc + zeros[i], jnp.zeros((), x.dtype))
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), total, ordered=True)
