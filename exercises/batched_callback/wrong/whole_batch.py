# structure call: one callback for the whole batch
import jax
from jax.experimental import io_callback

ROWS = []


def host(xs):
    ROWS.extend(xs.sum(axis=1).tolist())
    return xs * 2


def batched_callback(xs):
    return io_callback(host, jax.ShapeDtypeStruct(xs.shape, xs.dtype), xs)  # here
