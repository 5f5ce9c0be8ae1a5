# structure ordered: a string that happens to be true
import jax
from jax.experimental import io_callback

TOTALS = []
ORDER = "True"


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    return io_callback(record, jax.ShapeDtypeStruct((), x.dtype), x.sum(), ordered=ORDER)  # here
