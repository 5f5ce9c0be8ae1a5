import jax
from jax.experimental import io_callback


class Exercise:
    def solve(self, x):
        return io_callback(self.double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)

    def double(self, arr):
        return arr * 2


io_callback_passthrough = Exercise().solve
