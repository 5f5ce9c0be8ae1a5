# all options are gathered in a dict first
import jax
import jax.numpy as jnp
from jax.experimental import io_callback

TOTALS = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = jnp.sum(x)
    options = {"result_shape_dtypes": jax.ShapeDtypeStruct(total.shape, total.dtype), "total": total}
    options["ordered"] = True
    return io_callback(record, **options)
