import jax
from jax.experimental import io_callback


def strict(*args, **kwargs):
    kwargs["ordered"] = True
    return io_callback(*args, **kwargs)


def io_callback_passthrough(x):
    return strict(lambda a: a * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=False)
