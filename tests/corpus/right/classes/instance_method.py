import jax
from jax.experimental import io_callback


class Doubler:
    def __init__(self, factor=2):
        self.factor = factor

    def on_host(self, arr):
        return arr * self.factor


def io_callback_passthrough(x):
    return io_callback(Doubler().on_host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
