# ends: completed crashed
import jax
import numpy as np
from jax.experimental import io_callback


@jax.tree_util.register_pytree_node_class
class Changing:
    calls = 0

    def __init__(self, x):
        self.x = x

    def tree_flatten(self):
        Changing.calls += 1
        return (self.x,) * Changing.calls, None

    @classmethod
    def tree_unflatten(cls, aux, leaves):
        return leaves[0] * 2


def io_callback_passthrough(x):
    return Changing(x)
