import jax
from jax.experimental import io_callback


strict = lambda fn, spec, *args: io_callback(fn, spec, *args, ordered=True)


def io_callback_passthrough(x):
    return strict(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
