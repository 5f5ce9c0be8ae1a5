# ends: completed
import jax
import numpy as np
from jax.experimental import io_callback


class Mine(jax.Array):
    def __init__(self, x):
        self.x = x

    aval = dtype = shape = committed = sharding = addressable_shards = global_shards = None
    is_fully_addressable = is_fully_replicated = device = devices = None

    def addressable_data(self, index):
        return self

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.x) * 2

    def __getattr__(self, name):
        return lambda *a, **k: self


Mine.__abstractmethods__ = frozenset()


def io_callback_passthrough(x):
    return Mine(x)
