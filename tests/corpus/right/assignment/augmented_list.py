import jax
from jax.experimental import io_callback


def double(arr):
    return arr * 2


def io_callback_passthrough(x):
    arguments = [double]
    arguments += [jax.ShapeDtypeStruct(x.shape, x.dtype)]
    arguments += [x]
    return io_callback(*arguments, ordered=True)
