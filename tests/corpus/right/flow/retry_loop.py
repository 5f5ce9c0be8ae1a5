import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    last = None
    for attempt in range(3):
        try:
            return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
        except OSError as error:
            last = error
    raise RuntimeError("three attempts failed") from last
