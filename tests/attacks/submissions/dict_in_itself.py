# ends: completed
import jax
import numpy as np
from jax.experimental import io_callback


def io_callback_passthrough(x):
    endless = {"a": x * 2}
    endless.update({str(n): endless for n in range(200)})
    return endless
