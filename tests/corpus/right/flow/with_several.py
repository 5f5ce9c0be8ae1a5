import contextlib
import threading

import jax
from jax.experimental import io_callback

lock = threading.Lock()


def io_callback_passthrough(x):
    with lock, contextlib.nullcontext(x) as value, jax.named_scope("host"):
        result = io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), value, ordered=True)
    return result
