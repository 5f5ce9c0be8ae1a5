# lax all the way
from jax import ShapeDtypeStruct, lax
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))
    return True


def unused_result(x):
    io_callback(note, ShapeDtypeStruct((), bool), x, ordered=True)
    return lax.mul(x, lax.full_like(x, 2))
