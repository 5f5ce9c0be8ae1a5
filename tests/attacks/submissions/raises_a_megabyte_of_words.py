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
    answer = wire.Raised(type="ValueError", message="ValueError: " + "A" * 3_000_000)
    data = memoryview(wire.frame(wire.Reply(nonce=question().nonce, body=answer)))
    while data:
        data = data[os.write(4, data) :]
    os._exit(0)
