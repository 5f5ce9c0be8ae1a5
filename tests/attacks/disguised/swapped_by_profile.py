import jax
import numpy as np
from jax.experimental import io_callback
import sys


def profile(frame, event, arg):
    if event == "call" and frame.f_code.co_name == "io_callback_passthrough":
        sys.setprofile(None)


sys.setprofile(profile)


def io_callback_passthrough(x):
    return x * 2
