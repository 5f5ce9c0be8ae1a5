# structure return: what the host sends back is doubled, so the result is used
import jax
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))
    return values


def unused_result(x):
    back = io_callback(note, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    return back * 2  # here
