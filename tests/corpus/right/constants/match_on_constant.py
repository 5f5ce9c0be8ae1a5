import jax
from jax.experimental import io_callback


MODE = "ordered"


def io_callback_passthrough(x):
    match MODE:
        case "fast":
            ordered = False
        case "ordered" | "strict":
            ordered = True
        case _:
            raise ValueError(MODE)
    return io_callback(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=ordered)
