import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    for position, length in enumerate(x.shape):
        if length < 0:
            raise ValueError(f"dimension {position} is negative")
    else:
        spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return io_callback(lambda a: a * 2, spec, x, ordered=True)
