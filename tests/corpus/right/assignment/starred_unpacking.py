import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    fn, *rest = (lambda a: a * 2), jax.ShapeDtypeStruct(x.shape, x.dtype), x
    return io_callback(fn, *rest, ordered=True)
