import jax
from jax.experimental import io_callback


def io_callback_passthrough(match):
    case = jax.ShapeDtypeStruct(match.shape, match.dtype)
    type = lambda _: _ + _
    return io_callback(type, case, match, ordered=True)
