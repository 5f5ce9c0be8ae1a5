import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    return io_callback(
        lambda a: a * 2,
        jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=None),
        x,
        sharding=None,
        ordered=True,
    )
