# ends: violation
import jax
import numpy as np
from jax.experimental import io_callback
import os
import sys

from grader.sandbox import wire


def question():
    """Find the question that is being answered, by looking up the stack."""
    frame = sys._getframe()
    while frame is not None:
        ask = frame.f_locals.get("ask")
        if hasattr(ask, "nonce"):
            return ask
        frame = frame.f_back


def io_callback_passthrough(x):
    node = wire.Array(kind="jax.Array", dtype="float32", shape=x.shape, data=(np.asarray(x) * 3).tobytes())
    frame = wire.frame(wire.Reply(nonce=question().nonce, body=wire.Returned(result=node)))
    os.write(4, frame)
    return x * 3
