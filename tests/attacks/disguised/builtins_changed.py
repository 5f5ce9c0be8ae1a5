import jax
import numpy as np
from jax.experimental import io_callback
import builtins

builtins.__build_class__, builtins.getattr = None, lambda *a: None


def io_callback_passthrough(x):
    return x * 2
