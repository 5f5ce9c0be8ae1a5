# ends: completed timed-out
import jax
import numpy as np
from jax.experimental import io_callback

import threading
def burn():
    while True:
        pass
threading.Thread(target=burn, daemon=True).start()


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
