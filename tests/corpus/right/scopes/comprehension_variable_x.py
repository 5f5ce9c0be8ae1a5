import jax
from jax.experimental import io_callback


def io_callback_passthrough(x):
    dims = [x for x in x.shape]
    assert len(dims) == 1
    return io_callback(lambda x: x * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x, ordered=True)
