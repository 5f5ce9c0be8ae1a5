import jax
from jax.experimental import io_callback


class HostCall:
    def __init__(self, fn, *, ordered):
        self._fn = fn
        self._ordered = ordered

    def declare(self, x):
        return jax.ShapeDtypeStruct(x.shape, x.dtype)

    def run(self, x):
        return io_callback(self._fn, self.declare(x), x, ordered=self._ordered)


_call = HostCall(lambda arr: arr * 2, ordered=True)


def io_callback_passthrough(x):
    return _call.run(x)
