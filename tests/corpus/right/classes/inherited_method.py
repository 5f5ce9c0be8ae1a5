import jax
from jax.experimental import io_callback


class Base:
    ordered = False

    def host(self, arr):
        raise NotImplementedError

    def run(self, x):
        return io_callback(self.host, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=self.ordered)


class Double(Base):
    ordered = True

    def host(self, arr):
        return arr * 2


def io_callback_passthrough(x):
    return Double().run(x)
