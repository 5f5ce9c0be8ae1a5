import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    if (y := io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)) is None:
        raise RuntimeError("the host function returned nothing")
    return y
