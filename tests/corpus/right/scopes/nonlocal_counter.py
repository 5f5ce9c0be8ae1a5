import jax
from jax.experimental import io_callback


def make():
    calls = 0

    def double(arr):
        nonlocal calls
        calls += 1
        return arr * 2

    def run(x):
        return io_callback(double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)

    return run


io_callback_passthrough = make()
