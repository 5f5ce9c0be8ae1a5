# numbers test_example: a result is declared, the host gives none
import jax
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))


def unused_result(x):
    io_callback(note, jax.ShapeDtypeStruct((), x.dtype), x)  # here
    return x * 2
