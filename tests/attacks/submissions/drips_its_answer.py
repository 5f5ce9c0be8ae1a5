# ends: timed-out
import jax
import numpy as np
from jax.experimental import io_callback
import os
import time


def io_callback_passthrough(x):
    for byte in (100).to_bytes(4, "big") + (90).to_bytes(4, "big") + b"x" * 80:
        os.write(4, bytes([byte]))
        time.sleep(0.2)
    return x * 3
