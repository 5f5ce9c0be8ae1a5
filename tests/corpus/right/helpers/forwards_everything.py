import jax
from jax.experimental import io_callback


def forward(*args, **kwargs):
    return io_callback(*args, **kwargs)


def io_callback_passthrough(x):
    return forward(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
