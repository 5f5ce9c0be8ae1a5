import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    match x.shape:
        case (n,):
            spec = jax.ShapeDtypeStruct((n,), x.dtype)
        case _:
            raise ValueError("a vector, please")
    return io_callback(lambda a: a * 2, spec, x, ordered=True)
