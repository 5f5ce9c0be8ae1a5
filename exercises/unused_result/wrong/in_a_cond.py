# structure call: the host hears of positive sums only
import jax
from jax.experimental import io_callback

SEEN = []


def note(values):
    SEEN.append(float(values.sum()))


def unused_result(x):
    jax.lax.cond(x.sum() >= 0, lambda v: io_callback(note, None, v), lambda v: None, x)  # here
    return x * 2
