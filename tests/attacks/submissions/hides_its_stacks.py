# ends: timed-out
import jax
import numpy as np
from jax.experimental import io_callback
import faulthandler
import signal

faulthandler.unregister(signal.SIGUSR1)
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
while True:
    pass


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
