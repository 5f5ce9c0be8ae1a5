# ends: violation timed-out crashed
import jax
import numpy as np
from jax.experimental import io_callback
import os

from grader.sandbox import wire

reader, writer = os.pipe()
os.dup2(reader, 3)
ask = wire.Ask(nonce=b"0" * 16, body=wire.Hello())
os.write(writer, wire.frame(ask))


def triple(arr):
    return arr * 3


def io_callback_passthrough(x):
    return io_callback(triple, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
