# ends: import-failed
import jax
import numpy as np
from jax.experimental import io_callback

import os, signal
os.kill(os.getppid(), signal.SIGKILL)


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
