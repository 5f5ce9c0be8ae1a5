# too-dynamic: the file is written at run time
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []
exec("def record(total):\n    TOTALS.append(float(total))\n    return total")  # here


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), jnp.sum(x), ordered=True)
