import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    try:
        (n,) = x.shape
    except ValueError as problem:
        raise TypeError("one dimension, please") from problem
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct((n,), x.dtype), x, ordered=True)
