import jax
from jax.experimental import io_callback


SETTINGS = {"callback": {"ordered": True, "factor": 2}}


def double(arr):
    return arr * SETTINGS["callback"]["factor"]


def io_callback_passthrough(x):
    keep = SETTINGS["callback"].get("ordered")
    return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=keep)
