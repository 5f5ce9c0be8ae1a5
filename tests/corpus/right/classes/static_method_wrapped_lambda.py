import jax
from jax.experimental import io_callback


class Host:
    double = staticmethod(lambda arr: arr * 2)


def io_callback_passthrough(x):
    return io_callback(Host.double, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
