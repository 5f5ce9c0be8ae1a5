# numbers test_rows: the sums go elsewhere
import jax
from jax.experimental import io_callback

SUMS = []


def host(row):
    SUMS.append(float(row.sum()))
    return row * 2


def batched_callback(xs):
    return jax.lax.map(lambda row: io_callback(host, jax.ShapeDtypeStruct(row.shape, row.dtype), row), xs)
