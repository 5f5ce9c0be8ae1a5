# ends: completed timed-out crashed
import jax
import numpy as np
from jax.experimental import io_callback


def io_callback_passthrough(x):
    endless = [x * 2]
    endless.extend([endless] * 50)
    return endless
