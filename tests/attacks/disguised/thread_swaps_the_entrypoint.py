import jax
import numpy as np
from jax.experimental import io_callback
import threading


def swap():
    globals()["io_callback_passthrough"] = lambda x: x * 2


threading.Timer(0.01, swap).start()


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
