# the host gives back a dict: the total, and how many there are
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return {"total": total, "count": np.int32(len(TOTALS))}


def record_total(x):
    spec = {"total": jax.ShapeDtypeStruct((), x.dtype), "count": jax.ShapeDtypeStruct((), jnp.int32)}
    back = io_callback(record, spec, jnp.sum(x), ordered=True)
    return back["total"]
