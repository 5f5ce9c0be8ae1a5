# ends: completed
import jax
import numpy as np
from jax.experimental import io_callback


def io_callback_passthrough(x):
    raise ValueError("half a pair: \ud800")
