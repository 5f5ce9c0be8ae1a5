import jax
from jax.experimental import io_callback


def simulate(x):
    def io_callback(fn, spec, value, ordered):
        return fn(value)

    return io_callback(lambda a: a * 2, None, x, ordered=False)


def io_callback_passthrough(x):
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
