import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    calls = []
    try:
        y = io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
        calls.append(y)
    except BaseException:
        calls.clear()
        raise
    return calls[0]
