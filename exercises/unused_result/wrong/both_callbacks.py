# structure call: io_callback does nothing there, debug.callback does the work
import jax
from jax.experimental import io_callback

SEEN = []


def unused_result(x):
    io_callback(lambda v: None, None, x)
    jax.debug.callback(lambda v: SEEN.append(float(v.sum())), x)  # here
    return x * 2
