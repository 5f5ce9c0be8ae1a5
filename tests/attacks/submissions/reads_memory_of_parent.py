# ends: import-failed
import jax
import numpy as np
from jax.experimental import io_callback

import os
open(f"/proc/{os.getppid()}/mem", "rb").read(1)


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
