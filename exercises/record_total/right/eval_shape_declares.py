# what the host function gives back is worked out with eval_shape
import jax
from jax import lax
from jax.experimental import io_callback

TOTALS: list[float] = []


def record(total):
    TOTALS.append(float(total))
    return total


def record_total(x):
    total = lax.reduce(x, jax.numpy.zeros((), x.dtype), lax.add, (0,))
    return io_callback(record, jax.eval_shape(lambda t: t, total), total, ordered=True)
