import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    try:
        result = io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
    except* ValueError as group:
        raise RuntimeError("bad values") from group
    return result
