# a tree of results: one declared in a list, unpacked from it
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return [total]


def record_total(x):
    (total,) = io_callback(record, [jax.ShapeDtypeStruct((), jnp.float32)], jnp.sum(x), ordered=True)
    return total
