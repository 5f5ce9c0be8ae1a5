# an import that says what is missing
import jax
import jax.numpy as jnp

try:
    from jax.experimental import io_callback
except ImportError:
    io_callback = None

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    if io_callback is None:
        raise RuntimeError("this needs a newer JAX")
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
