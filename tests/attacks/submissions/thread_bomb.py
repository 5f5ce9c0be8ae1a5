# ends: crashed timed-out out-of-memory import-failed completed
import jax
import numpy as np
from jax.experimental import io_callback

import threading, time
while True:
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
