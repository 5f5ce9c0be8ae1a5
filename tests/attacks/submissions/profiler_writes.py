# ends: import-failed completed crashed timed-out
import jax
import numpy as np
from jax.experimental import io_callback

jax.profiler.start_trace("/tmp/attack-was-here")
jax.profiler.stop_trace()


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
