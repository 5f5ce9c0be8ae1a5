import jax
from jax.experimental import io_callback


def on_host(fn, value, /, *, spec, ordered):
    return io_callback(fn, spec, value, ordered=ordered)


def io_callback_passthrough(x):
    return on_host(lambda a: a * 2, x, ordered=True, spec=jax.ShapeDtypeStruct(x.shape, x.dtype))
