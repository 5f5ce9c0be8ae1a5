# the doubling is mapped over the elements; the telling stays outside
import jax
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(sum(float(v) for v in values))


def unused_result(x):
    io_callback(note, None, x)
    return jax.vmap(lambda v: v * 2)(x)
