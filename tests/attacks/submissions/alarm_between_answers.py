# ends: completed crashed import-failed timed-out
import jax
import numpy as np
from jax.experimental import io_callback
import signal


def ring(*_):
    raise SystemExit(0)


signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.05, 0.01)


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
