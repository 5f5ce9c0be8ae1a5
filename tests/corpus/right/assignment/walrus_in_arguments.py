import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(
        (host := lambda a: a * 2),
        (spec := jax.ShapeDtypeStruct(x.shape, x.dtype)),
        x,
        ordered=(keep := True),
    )
