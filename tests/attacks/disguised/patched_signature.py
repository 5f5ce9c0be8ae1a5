import jax
import numpy as np
from jax.experimental import io_callback
import inspect

inspect.signature = lambda f: None
inspect.unwrap = lambda f: io_callback


def io_callback_passthrough(x):
    return x * 2
