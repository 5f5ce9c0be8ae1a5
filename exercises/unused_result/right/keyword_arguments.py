# everything by keyword
import jax
from jax.experimental import io_callback

SEEN = []


def note(*, values):
    SEEN.append(float(values.sum()))


def unused_result(x):
    io_callback(callback=note, result_shape_dtypes=None, values=x, ordered=False)
    return jax.numpy.multiply(x, jax.numpy.float32(2))
